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
        // The style sets its colours on the root, which a shadow tree does not have.
        sheet.replaceSync(text.replaceAll(':root', ':host'));
        return sheet;
    });
    const note = document.createElement('p');
    [note.className, note.hidden] = ['note', true];
    /** Each picture gets a page of its own, since its script listens to keys there. */
    let page = document.createElement('body');
    root.append(note, page);
    /** @type {{player: Player, model: Model, figures: Map<number, Element>} | undefined} */
    let now;
    let shown = '';
    const isOld = () => place.classList.contains('old');

    /**
     * Shows the answer of the server; a search goes on where it was.
     *
     * @param {Search | Blank} answer
     * @param {string} [mode] a mode to begin with, in place of watching
     */
    function show(answer, mode) {
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
        // Stop the old search if it is playing.
        now?.player.begin('watch');
        now = undefined;
        // Its style and its script expect a body.
        const next = document.createElement('body');
        next.innerHTML = body;
        page.replaceWith(next);
        page = next;
        // Within another page, they must not be landmarks.
        page.querySelectorAll('header, footer, section').forEach((part) => part.setAttribute('role', 'group'));
        const main = page.querySelector('main');
        const parts = document.createElement('div');
        parts.className = 'parts';
        parts.append(...(main?.childNodes ?? []));
        main?.replaceWith(parts);
        if ('model' in answer) {
            const chosen = (/** @type {number} */ node) => isOld() || onNode(answer.model.nodes[node]);
            const player = mount(root, answer.model, { chosen });
            addQuiz(root, answer.model, player);
            addSearch(root, answer.model, player);
            const drawn = /** @type {NodeListOf<SVGElement>} */ (page.querySelectorAll('.picture [data-node]'));
            const figures = new Map([...drawn].map((figure) => [Number(figure.dataset.node), figure]));
            now = { player, model: answer.model, figures };
            if (before?.mode === 'watch') {
                player.go(sameStep(before.model, before.at, answer.model));
            }
            player.modes.find(({ value }) => value === mode)?.click();
        }
    }

    return {
        show,
        /** Shows that the picture is one of an older text. */
        outdate: () => place.classList.add('old'),
        /** Says why there is no picture; the last one stays, but is seen to be old. */
        fail(/** @type {string} */ reason) {
            place.classList.add('old');
            note.textContent = reason;
            note.hidden = false;
        },
        /** Outlines the innermost node at an offset, in UTF-16 units from the start of the tree. */
        point(/** @type {number} */ offset) {
            const within = now?.model.nodes.findLastIndex(({ span: [from, to] }, node) => (
                now?.figures.has(node) && from <= offset && offset <= to));
            now?.figures.forEach((figure, node) => figure.classList.toggle('pointed', node === within));
        },
    };
}

/** A picture without answers, as the body of a page. */
function blank(/** @type {Blank} */ { title, picture }) {
    const heading = document.createElement('h1');
    heading.textContent = title;
    return `<header>${heading.outerHTML}<p class="task">This tree is an exercise, so its search is hidden. Write your answers in the text; the findings show which are wrong.</p></header>
        <main><section class="picture" aria-label="The tree">${picture}</section></main>`;
}

/** The first step of `after` that does what the step `at` of `before` did; 0 if there is none. */
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
