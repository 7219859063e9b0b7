// The menus above the editor: examples, rewrites, files and links.
// @ts-check

import { apply, rewrites } from './findings.js';
import { LONGEST_LINK, toFragment } from './share.js';

/**
 * @typedef {import('@codemirror/view').EditorView} EditorView
 * @typedef {{client: import('@codemirror/lsp-client').LSPClient, uri: string, view: EditorView,
 *   write: (text: string) => void, say: (text: string) => void, examples: Promise<{name: string, text: string}[]>}} Page
 */

const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

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
            void act(button.value);
        });
    }
}

async function listExamples(/** @type {Page} */ { examples, write }) {
    const select = /** @type {HTMLSelectElement} */ (find('.examples select'));
    const all = await examples;
    select.append(...all.map(({ name }) => new Option(name)));
    select.addEventListener('change', () => {
        const chosen = all.find(({ name }) => name === select.value);
        select.value = '';
        if (chosen) {
            // Undoing brings back what was there.
            write(chosen.text);
        }
    });
}

async function listRewrites(/** @type {Page} */ { view }) {
    const menu = /** @type {HTMLDetailsElement} */ (find('.rewrite'));
    if (!menu.open) {
        return;
    }
    const { doc } = view.state;
    const offered = await rewrites(view).catch(() => []);
    const buttons = offered.map((action) => {
        const button = document.createElement('button');
        [button.type, button.textContent] = ['button', action.title];
        button.addEventListener('click', () => {
            menu.open = false;
            void apply(view, action, doc);
        });
        return button;
    });
    const nothing = document.createElement('p');
    nothing.textContent = 'Put the cursor into a tree; what can be changed there is listed here.';
    find('.rewrite > div').replaceChildren(...(buttons.length > 0 ? buttons : [nothing]));
}

async function save(/** @type {Page} */ { client, uri, view, say }, /** @type {string} */ format) {
    if (format === 'tree') {
        return download(new Blob([view.state.doc.toString()], { type: 'text/plain' }), 'playground.tree');
    }
    client.sync();
    const place = positionOf(view);
    try {
        if (format === 'html') {
            const text = await client.request('workspace/executeCommand', { command: 'gametree.export', arguments: [uri, place, 'html'] });
            return download(new Blob([text], { type: 'text/html' }), 'playground.html');
        }
        const text = await client.request('workspace/executeCommand', { command: 'gametree.export', arguments: [uri, place, 'svg'] });
        const svg = new Blob([text], { type: 'image/svg+xml' });
        download(format === 'png' ? await toPng(svg) : svg, `playground.${format}`);
    } catch (error) {
        say(/** @type {any} */ (error)?.message ?? String(error));
    }
}

function positionOf(/** @type {EditorView} */ { state }) {
    const { head } = state.selection.main;
    const line = state.doc.lineAt(head);
    return { line: line.number - 1, character: head - line.from };
}

/** A picture with three pixels for each of its own. */
async function toPng(/** @type {Blob} */ svg) {
    const address = URL.createObjectURL(svg);
    try {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width * 3, image.height * 3];
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        /** @type {Blob | null} */
        const png = await new Promise((done) => canvas.toBlob(done, 'image/png'));
        return /** @type {Blob} */ (png);
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

async function share(/** @type {Page} */ { view, say }, /** @type {string} */ form) {
    const text = view.state.doc.toString();
    const link = `${location.href.split('#')[0]}#${await toFragment(text)}`;
    if (link.length > LONGEST_LINK) {
        return say('This tree is too long for a link: save it as a .tree file, and send that.');
    }
    const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    const markdown = `[open this tree](${link})`;
    const forms = { link, markdown, both: `${fence}tree\n${text.trimEnd()}\n${fence}\n\n${markdown}\n` };
    try {
        await navigator.clipboard.writeText(forms[/** @type {keyof typeof forms} */ (form)]);
        say('Copied.');
    } catch {
        // Without permission, the link can still be copied from the address.
        window.history.replaceState(null, '', link);
        say('The browser does not allow copying; the link is in the address of this page now.');
    }
}
