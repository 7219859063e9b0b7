// What every editor of a tree has: the findings, colours, hints and help of the server, and its keys.
// @ts-check

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldKeymap } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import {
    LSPClient, findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, renameKeymap, serverCompletion,
} from '@codemirror/lsp-client';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { findings } from './findings.js';
import { folds } from './folds.js';
import { serve } from './server.js';
import { shown } from './shown.js';

/** @typedef {import('@codemirror/lint').Diagnostic} Diagnostic */
/**
 * `found` gets the findings whenever the text was checked, or nothing if it could not be checked.
 *
 * @typedef {{
 *     found: (view: EditorView, found: Diagnostic[] | undefined) => void,
 *     changed: (view: EditorView) => void,
 *     moved: (view: EditorView) => void,
 * }} Hooks
 */

/** What the client can do beyond what its library says. */
const CAPABILITIES = {
    textDocument: {
        diagnostic: {},
        codeAction: {
            codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
            dataSupport: true,
            resolveSupport: { properties: ['edit'] },
        },
        foldingRange: { lineFoldingOnly: true },
    },
};

/** A client of the server; its editors wait until it is connected. */
export const newClient = () => new LSPClient({ timeout: 600_000, extensions: [{ clientCapabilities: CAPABILITIES }] });

/**
 * The extensions of an editor for the text with this URI.
 *
 * @param {LSPClient} client
 * @param {string} uri
 * @param {string} label what the editor is called for those who cannot see it
 * @param {Hooks} hooks
 * @param {boolean} helps whether the editor offers fixes and shows what the search does
 */
export function editing(client, uri, label, { found, changed, moved }, helps = true) {
    return [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(),
        autocompletion(), lintGutter(), EditorView.lineWrapping, folds,
        EditorState.languageData.of(() => [{ commentTokens: { line: '//' }, closeBrackets: { brackets: ['{', '[', '"'] } }]),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        keymap.of([
            ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap,
            ...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap,
        ]),
        client.plugin(uri, 'gametree'), serverCompletion(), hoverTooltips(), shown(helps), findings(found, helps),
        EditorView.updateListener.of(({ docChanged, selectionSet, view }) => {
            if (docChanged) {
                changed(view);
            } else if (selectionSet) {
                moved(view);
            }
        }),
    ];
}

/**
 * Connects a client with a server in a worker.
 *
 * @param {LSPClient} client
 * @param {() => Worker} worker
 * @param {WebAssembly.Module} module
 * @param {(state: import('./server.js').State) => void} tell
 */
export function connect(client, worker, module, tell) {
    const texts = () => client.workspace.files.map(({ uri, languageId, version, doc }) => ({ uri, languageId, version, text: doc.toString() }));
    const transport = serve(worker, module, texts, tell);
    client.connect(transport);
    return transport;
}
