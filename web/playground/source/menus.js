// The menus above the editor: examples, rewrites, files and links.
// @ts-check

import { LSPPlugin } from '@codemirror/lsp-client';
import { apply, rewrites } from './findings.js';
import { ask, button, find, reason, say } from './page.js';
import { LONGEST_LINK, toFragment } from './share.js';

/**
 * @typedef {import('@codemirror/view').EditorView} EditorView
 * @typedef {{view: EditorView, examples: Promise<{name: string, text: string}[]>}} Page
 */

/** Fills the menus, and makes them work. */
export function fillMenus(/** @type {Page} */ page) {
    void listExamples(page);
    find('.rewrite').addEventListener('toggle', () => void listRewrites(page));
    each('.save', (format) => save(page, format));
    each('.share', (form) => share(page, form));
    // A menu closes when something else is used.
    document.addEventListener('focusin', ({ target }) => closeOthers(/** @type {Node} */ (target)));
    document.addEventListener('click', ({ target }) => closeOthers(/** @type {Node} */ (target)));
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeOthers(document.body));
}

function closeOthers(/** @type {Node} */ target) {
    const menus = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll('details.menu')]);
    menus.filter((menu) => !menu.contains(target)).forEach((menu) => (menu.open = false));
}

/** What the buttons of a menu do. */
function each(/** @type {string} */ menu, /** @type {(value: string) => Promise<void>} */ act) {
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(`${menu} button`))) {
        button.addEventListener('click', () => {
            /** @type {HTMLDetailsElement} */ (find(menu)).open = false;
            act(button.value).catch((error) => say(reason(error)));
        });
    }
}

/** Fills a menu with buttons, or with a note if there are none. */
function fill(/** @type {string} */ menu, /** @type {[string, () => void][]} */ entries, /** @type {string} */ none) {
    const details = /** @type {HTMLDetailsElement} */ (find(menu));
    const buttons = entries.map(([title, act]) => button(title, () => {
        details.open = false;
        act();
    }));
    const note = document.createElement('p');
    note.textContent = none;
    find(`${menu} > div`).replaceChildren(...(buttons.length > 0 ? buttons : [note]));
}

async function listExamples(/** @type {Page} */ { examples }) {
    const all = await examples.catch(() => []);
    const open = (/** @type {string} */ name) => () => void (location.hash = `example=${encodeURIComponent(name)}`);
    fill('.examples', all.map(({ name }) => [name, open(name)]), 'The examples could not be loaded.');
}

async function listRewrites(/** @type {Page} */ { view }) {
    if (!(/** @type {HTMLDetailsElement} */ (find('.rewrite')).open)) {
        return;
    }
    const { doc } = view.state;
    try {
        const offered = await rewrites(view);
        const entries = offered.map((action) => /** @type {[string, () => void]} */ ([action.title, () => void apply(view, action, doc)]));
        fill('.rewrite', entries, 'There is nothing to rewrite here. Put the cursor on a node.');
    } catch (error) {
        say(reason(error));
    }
}

async function save(/** @type {Page} */ { view }, /** @type {string} */ format) {
    if (format === 'tree') {
        return download(new Blob([view.state.doc.toString()], { type: 'text/plain' }), 'playground.tree');
    }
    const form = format === 'png' ? 'light' : format;
    const text = await ask(/** @type {LSPPlugin} */ (LSPPlugin.get(view)), 'gametree.export', form);
    const file = new Blob([text], { type: format === 'html' ? 'text/html' : 'image/svg+xml' });
    download(format === 'png' ? await toPng(file) : file, `playground.${format}`);
}

/** A picture on white, with three pixels for each of its own. */
async function toPng(/** @type {Blob} */ svg) {
    const address = URL.createObjectURL(svg);
    try {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width * 3, image.height * 3];
        const context = canvas.getContext('2d');
        if (context) {
            context.fillStyle = 'white';
            context.fillRect(0, 0, canvas.width, canvas.height);
            context.drawImage(image, 0, 0, canvas.width, canvas.height);
        }
        /** @type {Blob | null} */
        const png = await new Promise((done) => canvas.toBlob(done, 'image/png'));
        if (!png) {
            throw new Error('This picture is too large for PNG: save it as SVG.');
        }
        return png;
    } finally {
        URL.revokeObjectURL(address);
    }
}

function download(/** @type {Blob} */ file, /** @type {string} */ name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function share(/** @type {Page} */ { view }, /** @type {string} */ form) {
    if (location.protocol === 'file:') {
        return say('This page is a file on your machine, so nobody else can open a link to it. Save the tree, and send the file.');
    }
    const text = view.state.doc.toString();
    // Parentheses would end a link of Markdown.
    const address = location.href.split('#')[0].replaceAll('(', '%28').replaceAll(')', '%29');
    const link = `${address}#${await toFragment(text)}`;
    if (link.length > LONGEST_LINK) {
        return say('This tree is too large for a link. Save it, and send the file.');
    }
    const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    const markdown = `[open this tree](${link})`;
    const both = `${fence}tree\n${text.trimEnd()}\n${fence}\n\n${markdown}\n`;
    const copied = form === 'link' ? link : form === 'markdown' ? markdown : both;
    try {
        await navigator.clipboard.writeText(copied);
        say('Copied.');
    } catch {
        // Not every browser allows a page to copy.
        prompt('Copy this:', copied);
    }
}
