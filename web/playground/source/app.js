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
import { keep, kept } from './drafts.js';
import { again, findings } from './findings.js';
import { fillMenus } from './menus.js';
import { pictureIn } from './picture.js';
import { serve } from './server.js';
import { fromFragment } from './share.js';
import { shown } from './shown.js';

/** @typedef {{name: string, text: string}} Example */

const URI = 'file:///playground.tree';
const FIRST = `tree "my first tree" {
    max A = 4 {
        left: min B { 3, 5 }
        right: min C { 2, 9 }
    }
}
`;
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

const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const say = (/** @type {string} */ text) => (find('.status').textContent = text);

/**
 * Starts the playground.
 *
 * @param {{module: Promise<WebAssembly.Module>, worker: () => Worker, examples: Promise<Example[]>}} parts
 */
export async function play({ module, worker, examples }) {
    const client = new LSPClient({ timeout: 600_000, extensions: [{ clientCapabilities: CAPABILITIES }] });
    const picture = pictureIn(find('.drawn'), ({ span: [from, to] }) => {
        const start = drawnAt;
        view.dispatch({ selection: { anchor: start + from, head: start + to }, scrollIntoView: true });
    });
    /** Where the tree of the picture begins. */
    let drawnAt = 0;
    /** The name of the draft: that of the link, or '' for the reader's own. */
    let draft = '';

    const view = new EditorView({
        parent: find('.editor'),
        extensions: [
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
            EditorView.updateListener.of((update) => {
                if (update.docChanged) {
                    find('.findings').classList.add('old');
                    save();
                }
                if (update.selectionSet && !update.docChanged) {
                    void draw();
                }
            }),
        ],
    });

    /** Draws the tree at the cursor, or the first one if none is there. */
    async function draw() {
        const plugin = LSPPlugin.get(view);
        if (!plugin) {
            return;
        }
        await client.initializing;
        client.sync();
        const { doc, selection } = view.state;
        const textDocument = { uri: URI };
        try {
            const symbols = await client.request('textDocument/documentSymbol', { textDocument });
            const ranges = (symbols ?? []).map((/** @type {any} */ { range, location }) => range ?? location.range);
            const trees = ranges.map((/** @type {any} */ { start, end }) => [plugin.fromPosition(start, doc), plugin.fromPosition(end, doc)]);
            const at = trees.find((/** @type {number[]} */ [from, to]) => from <= selection.main.head && selection.main.head <= to) ?? trees[0];
            if (!at) {
                return picture.fail('There is no tree yet.');
            }
            const place = plugin.toPosition(at[0], doc);
            const answer = await client.request('workspace/executeCommand', { command: 'gametree.pictures', arguments: [URI, place] });
            if (view.state.doc === doc) {
                drawnAt = at[0];
                picture.show(answer);
                picture.point(selection.main.head - drawnAt);
            }
        } catch (error) {
            picture.fail(/** @type {any} */ (error)?.message ?? String(error));
        }
    }

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let saving;
    function save() {
        clearTimeout(saving);
        saving = setTimeout(() => keep(draft, view.state.doc.toString()) || say('This browser keeps no drafts: save your tree as a file.'), 300);
    }

    function write(/** @type {string} */ text) {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    }

    /** Opens what the address says: a link, or the reader's own draft. */
    async function open() {
        const fragment = location.hash.slice(1);
        const linked = fragment ? await fromFragment(fragment) : undefined;
        const text = linked && 'text' in linked ? linked.text : undefined;
        draft = text === undefined ? '' : fragment;
        find('.linked').hidden = !linked;
        find('.linked button').hidden = text === undefined;
        find('.linked span').textContent = linked && 'reason' in linked ? linked.reason : 'You opened a link. Your own tree is kept.';
        write(kept(draft) ?? text ?? FIRST);
    }

    addEventListener('hashchange', open);
    find('.linked button').addEventListener('click', () => {
        window.history.pushState(null, '', location.pathname + location.search);
        void open();
    });
    find('.format').addEventListener('click', () => formatDocument(view));
    fillMenus({ client, uri: URI, view, write, say, examples });
    await open();

    const texts = () => client.workspace.files.map(({ uri, languageId, version, doc }) => ({ uri, languageId, version, text: doc.toString() }));
    const transport = serve(worker, await module, texts, (state) => {
        find('.restart').hidden = state !== 'slow';
        if (state === 'slow') {
            say('Still working …');
        } else if (state === 'restarted') {
            say('The checker was started again.');
            view.dispatch({ effects: again.of(null) });
        } else if (state === 'failed') {
            say('The checker fails on this text, which is a mistake in gametree: please report it. Change the text to go on.');
        } else if (find('.status').textContent === 'Still working …') {
            say('');
        }
    });
    find('.restart').addEventListener('click', transport.end);
    client.connect(transport);
    return { view, transport };
}

/** The findings as a list that can be read without a mouse. */
function listFindings(/** @type {EditorView} */ view, /** @type {import('@codemirror/lint').Diagnostic[] | undefined} */ found) {
    if (!found) {
        return say('not checked yet');
    }
    find('.findings').classList.remove('old');
    const { doc } = view.state;
    const button = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {() => void} */ act) => {
        const button = document.createElement('button');
        [button.type, button.className, button.textContent] = ['button', kind, text];
        button.addEventListener('click', act);
        return button;
    };
    const items = found.map(({ from, to, severity, source, message, actions = [] }) => {
        const item = document.createElement('li');
        const code = document.createElement('span');
        [code.className, code.textContent] = [severity, `${severity} ${source}: `];
        const go = () => {
            view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
            view.focus();
        };
        item.append(
            button('place', `line ${doc.lineAt(from).number}`, go), code, message,
            document.createElement('br'),
            ...actions.map(({ name, apply }) => button('fix', name, () => apply(view, from, to))),
        );
        return item;
    });
    find('.findings ul').replaceChildren(...items);
    const count = (/** @type {string} */ kind) => found.filter(({ severity }) => severity === kind).length;
    const [errors, warnings] = [count('error'), count('warning')];
    const parts = [[errors, 'error'], [warnings, 'warning']].filter(([count]) => count).map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`);
    say(parts.length > 0 ? parts.join(', ') : 'nothing wrong');
}
