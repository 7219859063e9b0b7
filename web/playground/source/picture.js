// The picture beside the text, in which the search can be stepped through: the page that `gametree render --to html` writes.
// @ts-check

import style from '../../page/built/page.css';
import { addQuiz } from '../../page/quiz.js';
import { addSearch } from '../../page/search.js';
import { mount } from '../../page/stepper.js';
import beside from './beside.css';

/** @typedef {import('../../page/stepper.js').Model} Model */
/** @typedef {import('../../page/stepper.js').Player} Player */
/** @typedef {{range: unknown, title: string, body: string, model: Model}} Search the answer of `gametree.pictures` */
/** @typedef {{range: unknown, title: string, picture: string}} Blank its answer for a tree that hides its answers */

/**
 * Makes the place of the picture.
 *
 * @param {HTMLElement} place
 * @param {(node: import('../../page/stepper.js').TreeNode) => void} onNode what else a click on a node does
 */
export function pictureIn(place, onNode) {
    const root = place.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style, beside].map((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return sheet;
    });
    const [note, page] = [document.createElement('p'), document.createElement('div')];
    [note.className, note.hidden, page.className] = ['note', true, 'page'];
    root.append(note, page);
    /** @type {{player: Player, model: Model, ends: AbortController} | undefined} */
    let now;
    let shown = '';
    const isOld = () => place.classList.contains('old');

    /** Shows the answer of the server; a search goes on where it was. */
    function show(/** @type {Search | Blank} */ answer) {
        // The server escapes what the reader wrote.
        const body = 'model' in answer ? answer.body : blank(answer);
        const drawn = JSON.stringify({ ...answer, range: null });
        place.classList.remove('old');
        note.hidden = true;
        if (drawn === shown) {
            return;
        }
        shown = drawn;
        const before = now && { ...now, at: now.player.at(), mode: now.player.mode() };
        now?.ends.abort();
        now = undefined;
        page.innerHTML = body;
        // Within this page, they must not be landmarks.
        page.querySelectorAll('header, footer').forEach((part) => part.setAttribute('role', 'group'));
        inDiv(page.querySelector('main'));
        if ('model' in answer) {
            const ends = new AbortController();
            const options = { address: false, keys: page, signal: ends.signal, onNode: (/** @type {any} */ node) => isOld() || onNode(node) };
            const player = mount(root, answer.model, options);
            addQuiz(root, answer.model, player);
            addSearch(root, answer.model, player);
            now = { player, model: answer.model, ends };
            if (before?.mode === 'watch') {
                player.go(sameStep(before.model, before.at, answer.model));
            }
        }
    }

    return {
        show,
        /** Says why there is no picture; the last one stays, but is seen to be old. */
        fail(/** @type {string} */ reason) {
            place.classList.add('old');
            note.textContent = reason;
            note.hidden = false;
        },
        /** Outlines the node that has a place within it, in units from the beginning of the tree. */
        point: (/** @type {number} */ offset) => now?.player.point(offset),
    };
}

/** Replaces an element with a `div` that has the same contents. */
function inDiv(/** @type {Element | null} */ element) {
    const div = document.createElement('div');
    div.className = element?.className ?? '';
    div.append(...(element?.childNodes ?? []));
    element?.replaceWith(div);
}

/** A picture without answers, as the body of a page. */
function blank(/** @type {Blank} */ { title, picture }) {
    const heading = document.createElement('h1');
    heading.textContent = title;
    return `<header>${heading.outerHTML}<p class="task">This tree is an exercise, so its search is hidden. Write your answers in the text; the findings show which are wrong.</p></header>
        <main class="parts"><section class="picture" aria-label="The tree">${picture}</section></main>`;
}

/** The step of a search at which another one does what this one did; 0 if there is none. */
function sameStep(/** @type {Model} */ before, /** @type {number} */ at, /** @type {Model} */ after) {
    const name = (/** @type {Model} */ model, /** @type {number} */ step) => {
        const taken = model.steps[step - 1];
        return taken && `${taken.event} ${model.nodes[taken.node].called}`;
    };
    const wanted = name(before, at);
    if (wanted === undefined || name(after, at) === wanted) {
        return Math.min(at, after.steps.length);
    }
    return after.steps.findIndex((_, place) => name(after, place + 1) === wanted) + 1;
}
