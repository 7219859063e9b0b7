// What the parts of the playground share.
// @ts-check

/** An element of the page. */
export const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** Why something failed, in words. */
export const reason = (/** @type {any} */ error) => String(error?.message ?? error);

/** Tells the reader something that is not about the tree. */
export const say = (/** @type {string} */ text) => void (find('.notice').textContent = text);

/** A button with what a click on it does. */
export function button(/** @type {string} */ text, /** @type {() => void} */ act, kind = '') {
    const button = document.createElement('button');
    [button.type, button.className, button.textContent] = ['button', kind, text];
    button.addEventListener('click', act);
    return button;
}

/**
 * The answer of the server to a command about the tree at the cursor.
 *
 * @param {import('@codemirror/lsp-client').LSPPlugin} plugin
 * @param {string} command
 * @param {unknown[]} more further arguments
 */
export function ask(plugin, command, ...more) {
    const { client, uri, view } = plugin;
    client.sync();
    const place = plugin.toPosition(view.state.selection.main.head);
    return client.request('workspace/executeCommand', { command, arguments: [uri, place, ...more] });
}
