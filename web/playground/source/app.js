// The playground: an editor with the language server, and the picture of the tree at the cursor.
// @ts-check

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import {
    LSPClient, LSPPlugin, findReferencesKeymap, formatDocument, formatKeymap, hoverTooltips, jumpToDefinitionKeymap,
    renameKeymap, serverCompletion,
} from '@codemirror/lsp-client';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { Opened } from './opened.js';
import { again, findings } from './findings.js';
import { listFindings, outdate } from './list.js';
import { fillMenus } from './menus.js';
import { ask, find, reason, say } from './page.js';
import { pictureIn } from './picture.js';
import { serve } from './server.js';
import { shown } from './shown.js';

/** @typedef {{name: string, text: string}} Example */

const URI = 'file:///playground.tree';
/** What the client can do beyond what its library says. */
const CAPABILITIES = {
    textDocument: {
        diagnostic: {},
        codeAction: {
            codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
            dataSupport: true,
            resolveSupport: { properties: ['edit'] },
        },
    },
};
/** No place is within it. */
const NOWHERE = { from: 1, to: 0 };
/** Milliseconds from the last move of the cursor to the picture of another tree. */
const PAUSE = 80;

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
 * @param {{module: Promise<WebAssembly.Module>, worker: () => Worker, examples: Promise<Example[]>}} parts
 */
export async function play({ module, worker, examples }) {
    const client = new LSPClient({ timeout: 600_000, extensions: [{ clientCapabilities: CAPABILITIES }] });
    /** The range of the tree in the picture; nothing while the picture is one of an older text. */
    let drawn = NOWHERE;
    const picture = pictureIn(find('.drawn'), ({ span: [from, to] }) => {
        view.dispatch({ selection: { anchor: drawn.from + from, head: drawn.from + to }, scrollIntoView: true });
    });

    const extensions = [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(),
        autocompletion(), lintGutter(), EditorView.lineWrapping,
        EditorState.languageData.of(() => [{ commentTokens: { line: '//' }, closeBrackets: { brackets: ['{', '[', '"'] } }]),
        EditorView.contentAttributes.of({ 'aria-label': 'The tree as text', spellcheck: 'false' }),
        keymap.of([
            ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
            ...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap,
        ]),
        client.plugin(URI, 'gametree'), serverCompletion(), hoverTooltips(), shown,
        findings((view, found) => {
            listFindings(view, found);
            void draw();
        }),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
            if (docChanged) {
                changed();
                opened.change(state.doc);
            } else if (selectionSet) {
                follow(state.selection.main.head);
            }
        }),
    ];
    const view = new EditorView({ parent: find('.editor') });
    const opened = new Opened(examples, (text) => {
        view.setState(EditorState.create({ doc: text, extensions }));
        changed();
    });

    /** What is shown is that of an older text, and what was said of the checker is no longer so. */
    function changed() {
        outdate();
        picture.outdate();
        drawn = NOWHERE;
        say('');
    }

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let following;
    /** Outlines the node at the cursor, or draws the tree that the cursor has moved to. */
    function follow(/** @type {number} */ cursor) {
        clearTimeout(following);
        if (drawn.from <= cursor && cursor <= drawn.to) {
            picture.point(cursor - drawn.from);
        } else {
            following = setTimeout(draw, PAUSE);
        }
    }

    async function draw() {
        const plugin = LSPPlugin.get(view);
        await client.initializing;
        const { doc, selection: { main: { head } } } = view.state;
        const isNew = () => view.state.doc === doc;
        if (!plugin) {
            return;
        }
        try {
            const answer = await ask(plugin, 'gametree.pictures');
            if (isNew()) {
                const { start, end } = answer.range;
                drawn = { from: plugin.fromPosition(start, doc), to: plugin.fromPosition(end, doc) };
                picture.show(answer);
                picture.point(head - drawn.from);
            }
        } catch (error) {
            if (isNew()) {
                picture.fail(reason(error));
            }
        }
    }

    find('.format').addEventListener('click', () => formatDocument(view));
    fillMenus({ view, examples });
    await opened.open();

    const texts = () => client.workspace.files.map(({ uri, languageId, version, doc }) => ({ uri, languageId, version, text: doc.toString() }));
    const transport = serve(worker, await module, texts, (state) => {
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
    client.connect(transport);
}

/** Starts the playground, or says why it cannot. */
export function start(/** @type {Parameters<typeof play>[0]} */ parts) {
    play(parts).catch((error) => say(`The checker could not be loaded, so this page cannot check trees. Reload it to try again. (${reason(error)})`));
}
