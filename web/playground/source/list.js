// The findings as a list below the editor, which can be read without a mouse.
// @ts-check

import { button, find } from './page.js';

/** @typedef {import('@codemirror/view').EditorView} EditorView */
/** @typedef {import('@codemirror/lint').Diagnostic} Diagnostic */

/** Shows that the findings are those of an older text. */
export function outdate() {
    find('.findings').classList.add('old');
    find('.verdict').textContent = 'Not checked.';
}

/** Shows the findings of the text as it is now; nothing if it could not be checked. */
export function listFindings(/** @type {EditorView} */ view, /** @type {Diagnostic[] | undefined} */ found) {
    if (!found) {
        return outdate();
    }
    find('.findings').classList.remove('old');
    find('.findings ul').replaceChildren(...found.map((finding) => item(view, finding)));
    const count = (/** @type {string} */ kind) => found.filter(({ severity }) => severity === kind).length;
    const parts = [count('error'), count('warning'), count('info')].map((count, kind) => (
        count > 0 ? `${count} ${['error', 'warning', 'note'][kind]}${count === 1 ? '' : 's'}` : ''));
    find('.verdict').textContent = parts.filter(Boolean).join(', ') || 'No mistakes found.';
}

function item(/** @type {EditorView} */ view, /** @type {Diagnostic} */ { from, to, severity, source, message, actions = [] }) {
    const [item, code] = [document.createElement('li'), document.createElement('span')];
    [code.className, code.textContent] = [severity, `${severity === 'info' ? 'note' : severity} ${source}: `];
    // A finding of an older text may point to the wrong place.
    const unlessOld = (/** @type {() => void} */ act) => () => find('.findings').classList.contains('old') || act();
    const go = () => {
        view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
        view.focus();
    };
    item.append(
        button(`line ${view.state.doc.lineAt(from).number}`, unlessOld(go), 'place'), code, message,
        document.createElement('br'),
        ...actions.map(({ name, apply }) => button(name, unlessOld(() => apply(view, from, to)), 'fix')),
    );
    return item;
}
