// Findings in the editor and in a list below it, each with the fixes that the server offers for it.
// @ts-check

import { linter } from '@codemirror/lint';
import { StateEffect } from '@codemirror/state';
import { LSPPlugin } from '@codemirror/lsp-client';

/** @typedef {import('@codemirror/view').EditorView} EditorView */
/** @typedef {import('@codemirror/lint').Diagnostic} Diagnostic */
/** @typedef {import('vscode-languageserver-protocol').Diagnostic} Finding */
/** @typedef {import('vscode-languageserver-protocol').CodeAction} Action */

/** Milliseconds from the last key to the check. */
const PAUSE = 150;
/** @type {Record<number, Diagnostic['severity']>} */
const SEVERITIES = { 1: 'error', 2: 'warning', 3: 'info' };

/** Checks the text again even if it has not changed. */
export const again = StateEffect.define();

/**
 * Checks the text whenever it changes.
 *
 * @param {(view: EditorView, found: Diagnostic[] | undefined) => void} show shows what was found; nothing if it could not
 *   be checked
 * @param {boolean} fixed whether fixes are offered
 */
export function findings(show, fixed) {
    return linter(async (view) => {
        const plugin = LSPPlugin.get(view);
        await plugin?.client.initializing;
        const { doc } = view.state;
        const found = plugin ? await ask(plugin, doc, fixed) : undefined;
        if (view.state.doc === doc) {
            show(view, found);
        }
        return found ?? [];
    }, { delay: PAUSE, needsRefresh: ({ transactions }) => transactions.some(({ effects }) => effects.some((effect) => effect.is(again))) });
}

/**
 * @param {LSPPlugin} plugin
 * @param {import('@codemirror/state').Text} doc
 * @param {boolean} fixed
 * @returns {Promise<Diagnostic[] | undefined>}
 */
async function ask(plugin, doc, fixed) {
    const { client, uri } = plugin;
    client.sync();
    const textDocument = { uri };
    /** @type {Finding[]} */
    let items;
    try {
        ({ items } = await client.request('textDocument/diagnostic', { textDocument }));
    } catch {
        // The text has changed since, so it is checked again; or the server is started again.
        return undefined;
    }
    const range = { start: { line: 0, character: 0 }, end: plugin.toPosition(doc.length, doc) };
    const context = { diagnostics: items, only: ['quickfix'], triggerKind: 2 };
    /** @type {Action[]} */
    const fixes = items.length === 0 || !fixed ? []
        : await client.request('textDocument/codeAction', { textDocument, range, context }).catch(() => []) ?? [];
    return items.map((finding) => ({
        from: plugin.fromPosition(finding.range.start, doc),
        to: plugin.fromPosition(finding.range.end, doc),
        severity: SEVERITIES[finding.severity ?? 1] ?? 'info',
        source: String(finding.code),
        message: String(finding.message),
        actions: fixes.filter(({ diagnostics }) => diagnostics?.some((fixed) => isSame(fixed, finding)))
            .map((fix) => ({ name: fix.title, apply: (/** @type {EditorView} */ view) => void apply(view, fix, doc) })),
    }));
}

function isSame(/** @type {Finding} */ one, /** @type {Finding} */ other) {
    return one.code === other.code && JSON.stringify(one.range) === JSON.stringify(other.range);
}

/**
 * Applies an action, unless the text has changed since it was offered.
 *
 * @param {EditorView} view
 * @param {Action} action
 * @param {import('@codemirror/state').Text} doc
 */
export async function apply(view, action, doc) {
    const plugin = LSPPlugin.get(view);
    if (!plugin || view.state.doc !== doc) {
        return;
    }
    // If its edits are no longer available, the action does nothing.
    const { edit } = action.edit ? action : await plugin.client.request('codeAction/resolve', action).catch(() => action);
    const changes = (edit?.changes?.[plugin.uri] ?? []).map((/** @type {any} */ { range, newText }) => ({
        from: plugin.fromPosition(range.start, doc), to: plugin.fromPosition(range.end, doc), insert: newText,
    }));
    if (view.state.doc === doc) {
        view.dispatch({ changes, userEvent: 'input.fix', scrollIntoView: true });
        view.focus();
    }
}

/** The changes that the server offers at the cursor beyond fixes. */
export async function rewrites(/** @type {EditorView} */ view) {
    const plugin = LSPPlugin.get(view);
    if (!plugin) {
        return [];
    }
    plugin.client.sync();
    const at = plugin.toPosition(view.state.selection.main.head);
    const params = {
        textDocument: { uri: plugin.uri },
        range: { start: at, end: at },
        context: { diagnostics: [], only: ['refactor', 'source.fixAll'], triggerKind: 1 },
    };
    /** @type {Action[]} */
    const offered = (await plugin.client.request('textDocument/codeAction', params)) ?? [];
    return offered;
}
