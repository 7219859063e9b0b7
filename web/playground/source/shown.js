// What the server shows in the text itself: colours of words and hints between them, as far as they are seen, and what can
// be folded.
// @ts-check

import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, WidgetType } from '@codemirror/view';
import { LSPPlugin } from '@codemirror/lsp-client';
import { again } from './findings.js';
import { setFolds } from './folds.js';

/** @typedef {import('@codemirror/view').DecorationSet} DecorationSet */
/** @typedef {import('vscode-languageserver-protocol').InlayHint} InlayHint */

/** Milliseconds from the last key, or from the last scrolling, to the questions. */
const PAUSE = 120;

const set = StateEffect.define(/** @type {{map: (value: DecorationSet, changes: import('@codemirror/state').ChangeDesc) => DecorationSet}} */ ({
    map: (shown, changes) => shown.map(changes),
}));

const field = StateField.define({
    create: () => Decoration.none,
    update(/** @type {DecorationSet} */ shown, change) {
        const effect = change.effects.find((effect) => effect.is(set));
        return effect ? effect.value : shown.map(change.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
});

class Hint extends WidgetType {
    constructor(/** @type {string} */ text, /** @type {string} */ title) {
        super();
        this.text = text;
        this.title = title;
    }

    toDOM() {
        const hint = document.createElement('span');
        hint.className = 'hint';
        hint.textContent = this.text;
        hint.title = this.title;
        return hint;
    }

    eq(/** @type {Hint} */ other) {
        return this.text === other.text && this.title === other.title;
    }
}

/** Asks for the colours and, if wanted, the hints of what is seen, and for what can be folded. */
async function ask(/** @type {EditorView} */ view, /** @type {boolean} */ hinted) {
    const plugin = LSPPlugin.get(view);
    if (!plugin) {
        return;
    }
    const { client, uri } = plugin;
    try {
        await client.initializing;
        client.sync();
        const { doc } = view.state;
        const { from, to } = view.viewport;
        const params = {
            textDocument: { uri },
            range: { start: plugin.toPosition(from, doc), end: plugin.toPosition(to, doc) },
        };
        const [tokens, hints, folds] = await Promise.all([
            client.request('textDocument/semanticTokens/range', params),
            hinted ? client.request('textDocument/inlayHint', params) : [],
            client.request('textDocument/foldingRange', { textDocument: params.textDocument }),
        ]);
        if (view.state.doc === doc) {
            const shown = [...colours(plugin, doc, tokens?.data ?? []), ...widgets(plugin, doc, hints ?? [])];
            view.dispatch({ effects: [set.of(Decoration.set(shown, true)), setFolds.of(folds ?? [])] });
        }
    } catch {
        // The text has changed since, or the server is started again: then they are asked for again.
    }
}

function* colours(/** @type {LSPPlugin} */ plugin, /** @type {import('@codemirror/state').Text} */ doc, /** @type {number[]} */ data) {
    const { legend } = /** @type {import('vscode-languageserver-protocol').SemanticTokensOptions} */ (plugin.client.serverCapabilities?.semanticTokensProvider);
    let [line, character] = [0, 0];
    for (let place = 0; place < data.length; place += 5) {
        const [lines, characters, length, type] = data.slice(place, place + 4);
        character = lines > 0 ? characters : character + characters;
        line += lines;
        const from = plugin.fromPosition({ line, character }, doc);
        yield Decoration.mark({ class: legend.tokenTypes[type] }).range(from, from + length);
    }
}

function* widgets(/** @type {LSPPlugin} */ plugin, /** @type {import('@codemirror/state').Text} */ doc, /** @type {InlayHint[]} */ hints) {
    for (const { position, label, tooltip } of hints) {
        const title = typeof tooltip === 'string' ? tooltip : '';
        yield Decoration.widget({ widget: new Hint(String(label), title), side: 1 }).range(plugin.fromPosition(position, doc));
    }
}

const asking = (/** @type {boolean} */ hinted) => ViewPlugin.fromClass(class {
    constructor(/** @type {EditorView} */ view) {
        this.wait(view);
    }

    update(/** @type {import('@codemirror/view').ViewUpdate} */ { docChanged, viewportChanged, transactions, view }) {
        const isAgain = transactions.some(({ effects }) => effects.some((effect) => effect.is(again)));
        if (docChanged || viewportChanged || isAgain) {
            this.wait(view);
        }
    }

    wait(/** @type {EditorView} */ view) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => ask(view, hinted), PAUSE);
    }

    destroy() {
        clearTimeout(this.timer);
    }
});

/** Colours, and hints if they are wanted. */
export const shown = (/** @type {boolean} */ hinted) => [field, asking(hinted)];
