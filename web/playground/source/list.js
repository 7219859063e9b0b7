// The findings as a list below the editor, which can be read without a mouse.
// @ts-check

/** @typedef {import('@codemirror/view').EditorView} EditorView */
/** @typedef {import('@codemirror/lint').Diagnostic} Diagnostic */

const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** Shows the findings of the text as it is now; nothing if it could not be checked. */
export function listFindings(/** @type {EditorView} */ view, /** @type {Diagnostic[] | undefined} */ found) {
    find('.findings').classList.toggle('old', !found);
    if (!found) {
        find('.verdict').textContent = 'Not checked.';
        return;
    }
    find('.findings ul').replaceChildren(...found.map((finding) => item(view, finding)));
    const count = (/** @type {string} */ kind) => found.filter(({ severity }) => severity === kind).length;
    const parts = [count('error'), count('warning'), count('info')].map((count, kind) => (
        count > 0 ? `${count} ${['error', 'warning', 'note'][kind]}${count === 1 ? '' : 's'}` : ''));
    find('.verdict').textContent = parts.filter(Boolean).join(', ') || 'No mistakes found.';
}

function item(/** @type {EditorView} */ view, /** @type {Diagnostic} */ { from, to, severity, source, message, actions = [] }) {
    const [item, code] = [document.createElement('li'), document.createElement('span')];
    [code.className, code.textContent] = [severity, `${severity === 'info' ? 'note' : severity} ${source}: `];
    const go = () => {
        view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
        view.focus();
    };
    item.append(
        button('place', `line ${view.state.doc.lineAt(from).number}`, go), code, message, document.createElement('br'),
        ...actions.map(({ name, apply }) => button('fix', name, () => apply(view, from, to))),
    );
    return item;
}

function button(/** @type {string} */ kind, /** @type {string} */ text, /** @type {() => void} */ act) {
    const button = document.createElement('button');
    [button.type, button.className, button.textContent] = ['button', kind, text];
    // What was found in an older text may be nowhere now.
    button.addEventListener('click', () => find('.findings').classList.contains('old') || act());
    return button;
}
