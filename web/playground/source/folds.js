// Folding of trees and nodes. The server says what can be folded.
// @ts-check

import { codeFolding, foldGutter, foldService } from '@codemirror/language';
import { StateEffect, StateField } from '@codemirror/state';

/** @typedef {import('vscode-languageserver-protocol').FoldingRange} FoldingRange */

/** Tells the editor what can be folded in the text as it is now. */
export const setFolds = StateEffect.define(/** @type {{map: (value: FoldingRange[]) => FoldingRange[]}} */ ({ map: (value) => value }));

/** What can be folded, by its first line; nothing while the text is newer than the answer. */
const field = StateField.define({
    create: () => /** @type {Map<number, FoldingRange>} */ (new Map()),
    update(known, { docChanged, effects }) {
        const effect = effects.find((effect) => effect.is(setFolds));
        if (effect) {
            return new Map(effect.value.map((range) => [range.startLine, range]));
        }
        return docChanged ? new Map() : known;
    },
});

const service = foldService.of((state, start) => {
    const { doc } = state;
    const first = doc.lineAt(start);
    const range = state.field(field).get(first.number - 1);
    if (!range) {
        return null;
    }
    const last = doc.line(range.endLine + 1);
    // A closing brace stays visible.
    const place = last.text.search(/\S/);
    return { from: first.to, to: last.text[place] === '}' ? last.from + place : last.to };
});

/** Folding, with signs beside the text. */
export const folds = [
    field, service, codeFolding(),
    foldGutter({ foldingChanged: ({ transactions }) => transactions.some(({ effects }) => effects.some((effect) => effect.is(setFolds))) }),
];
