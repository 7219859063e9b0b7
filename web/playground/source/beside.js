// The picture beside an editor: that of the tree at the cursor. A click on a node selects its text.
// @ts-check

import { LSPPlugin } from '@codemirror/lsp-client';
import { ask, reason } from './page.js';
import { pictureIn } from './picture.js';

/** @typedef {import('@codemirror/view').EditorView} EditorView */

/** No place is within it. */
const NOWHERE = { from: 1, to: 0 };
/** Milliseconds from the last move of the cursor to the picture of another tree. */
const PAUSE = 80;

/** Makes the picture, in a place of the page. */
export function besideIn(/** @type {HTMLElement} */ place) {
    /** The range of the tree in the picture; nothing while the picture is one of an older text. */
    let drawn = NOWHERE;
    /** @type {EditorView | undefined} */
    let editor;
    const picture = pictureIn(place, ({ span: [from, to] }) => {
        editor?.dispatch({ selection: { anchor: drawn.from + from, head: drawn.from + to }, scrollIntoView: true });
    });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let following;

    /** Draws the tree at the cursor. */
    async function draw(/** @type {EditorView} */ view) {
        const plugin = LSPPlugin.get(view);
        if (!plugin) {
            return;
        }
        editor = view;
        await plugin.client.initializing;
        const { doc, selection: { main: { head } } } = view.state;
        const isNew = () => view.state.doc === doc;
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

    return {
        draw,
        /** Outlines the node at the cursor, or draws the tree that the cursor has moved to. */
        follow(/** @type {EditorView} */ view) {
            const cursor = view.state.selection.main.head;
            clearTimeout(following);
            if (drawn.from <= cursor && cursor <= drawn.to) {
                picture.point(cursor - drawn.from);
            } else {
                following = setTimeout(() => draw(view), PAUSE);
            }
        },
        /** Shows that the picture is one of an older text. */
        outdate() {
            picture.outdate();
            drawn = NOWHERE;
        },
    };
}
