// The findings as a list below the editor, which can be read without a mouse.
// @ts-check

import { button } from './page.js';

/** @typedef {import('@codemirror/view').EditorView} EditorView */
/** @typedef {import('@codemirror/lint').Diagnostic} Diagnostic */

/**
 * The list of the findings in an editor.
 *
 * @param {HTMLElement} place
 */
export function listIn(place) {
    const list = /** @type {HTMLElement} */ (place.querySelector('ul'));
    const outdate = () => place.classList.add('old');
    // A finding of an older text may point to the wrong place.
    const unlessOld = (/** @type {() => void} */ act) => () => place.classList.contains('old') || act();
    return {
        /** Shows that the findings are those of an older text. */
        outdate,
        /** Shows the findings of the text as it is now; nothing if it could not be checked. */
        show(/** @type {EditorView} */ view, /** @type {Diagnostic[] | undefined} */ found) {
            if (!found) {
                return outdate();
            }
            place.classList.remove('old');
            list.replaceChildren(...found.map((finding) => item(view, finding, unlessOld)));
        },
    };
}

/** How many findings there are: `2 errors, 1 note`. */
export function counted(/** @type {Diagnostic[]} */ found) {
    const count = (/** @type {string} */ kind) => found.filter(({ severity }) => severity === kind).length;
    const parts = [count('error'), count('warning'), count('info')].map((count, kind) => (
        count > 0 ? `${count} ${['error', 'warning', 'note'][kind]}${count === 1 ? '' : 's'}` : ''));
    return parts.filter(Boolean).join(', ') || 'No mistakes found.';
}

/**
 * @param {EditorView} view
 * @param {Diagnostic} finding
 * @param {(act: () => void) => () => void} unlessOld
 */
function item(view, { from, to, severity, source, message, actions = [] }, unlessOld) {
    const [item, code] = [document.createElement('li'), document.createElement('span')];
    [code.className, code.textContent] = [severity, `${severity === 'info' ? 'note' : severity} ${source}: `];
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
