// The playground: an editor with the language server, and the picture of the tree at the cursor.
// @ts-check

import { formatDocument } from '@codemirror/lsp-client';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { besideIn } from './beside.js';
import { connect, editing, newClient } from './editor.js';
import { again } from './findings.js';
import { counted, listIn } from './list.js';
import { fillMenus } from './menus.js';
import { Opened } from './opened.js';
import { marksIn } from './marks.js';
import { find, reason, say } from './page.js';
import { practiceIn } from './practice.js';

/** @typedef {{name: string, text: string}} Example */

const URI = 'file:///playground.tree';
/** The verdict on a text that has changed. */
const UNCHECKED = 'Not checked.';
/** What the reader is told of the server. */
const NOTICES = {
    ready: '',
    slow: 'Still checking …',
    restarted: 'The checker was restarted.',
    failed: 'The checker crashed on this text. This is a bug in gametree: please report it, and include the text. Change the text to check it again.',
    ended: 'You stopped the checker. It starts again when you change the text.',
};

/**
 * Starts the playground.
 *
 * `module` is the server, and `practice` loads the module that marks exercises.
 *
 * @param {{
 *     module: Promise<WebAssembly.Module>, practice: () => Promise<WebAssembly.Module>,
 *     worker: () => Worker, examples: Promise<Example[]>,
 * }} parts
 */
export async function play({ module, practice, worker, examples }) {
    const client = newClient();
    const list = listIn(find('.findings'));
    const picture = besideIn(find('.drawn'));
    const extensions = editing(client, URI, 'The tree as text', {
        found(view, found) {
            list.show(view, found);
            find('.verdict').textContent = found ? counted(found) : UNCHECKED;
            void picture.draw(view);
        },
        changed({ state }) {
            changed();
            opened.change(state.doc);
        },
        moved: picture.follow,
    });
    const view = new EditorView({ parent: find('.editor') });
    const opened = new Opened(examples, (text) => {
        view.setState(EditorState.create({ doc: text, extensions }));
        changed();
    });

    /** What is shown is that of an older text, and what was said of the checker is no longer so. */
    function changed() {
        list.outdate();
        find('.verdict').textContent = UNCHECKED;
        picture.outdate();
        say('');
    }

    const marks = marksIn(find('.marks div'));
    const ask = practiceIn(worker, practice);
    find('.mark').addEventListener('click', async () => {
        try {
            const { page } = await ask({ own: { original: opened.original, text: view.state.doc.toString() } });
            marks.show(page);
            /** @type {HTMLDialogElement} */ (find('.marks')).showModal();
        } catch (error) {
            say(`Not marked: ${reason(error)}.`);
        }
    });
    find('.marks button').addEventListener('click', () => /** @type {HTMLDialogElement} */ (find('.marks')).close());
    find('.marks').addEventListener('close', marks.clear);
    find('.format').addEventListener('click', () => formatDocument(view));
    fillMenus({ view, examples });
    await opened.open();

    const transport = connect(client, worker, await module, (state) => {
        find('.restart').hidden = state !== 'slow';
        // A notice of something else stays while the server is free.
        if (state !== 'ready' || find('.notice').textContent === NOTICES.slow) {
            say(NOTICES[state]);
        }
        if (state === 'restarted') {
            view.dispatch({ effects: again.of(null) });
        }
    });
    find('.restart').addEventListener('click', transport.end);
}

/** Starts the playground, or says why it cannot. */
export function start(/** @type {Parameters<typeof play>[0]} */ parts) {
    play(parts).catch((error) => say(`The checker could not be loaded, so this page cannot check trees. Reload it to try again. (${reason(error)})`));
}
