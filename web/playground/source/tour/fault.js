// A sheet with a planted mistake: the reader chooses the answer where it was made. The module fills the sheet in and judges
// what the reader chooses.
// @ts-check

import { button, reason } from '../page.js';

/** @typedef {import('./lesson.js').Block} Block */
/** @typedef {import('./lesson.js').Lesson} Lesson */

/**
 * Makes the search for a fault work.
 *
 * @param {HTMLElement} place
 * @param {Block} block
 * @param {Lesson} lesson
 */
export async function faultIn(place, block, lesson) {
    const { practice, solve } = lesson;
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (place.querySelector(selector));
    const sheet = { exercise: block.text, fault: block.fault };
    const verdict = find('.verdict');

    async function choose(/** @type {number} */ answer, /** @type {HTMLButtonElement} */ chosen) {
        try {
            const { first, says } = await practice({ judge: { ...sheet, answer } });
            const word = document.createElement('strong');
            word.textContent = first ? 'Found.' : 'Not here.';
            verdict.replaceChildren(word, ...says.map((/** @type {string} */ line) => {
                const part = document.createElement('span');
                part.textContent = line;
                return part;
            }));
            verdict.classList.toggle('solved', first);
            chosen.classList.add(first ? 'right' : 'wrong');
            if (first) {
                solve(place, block);
            }
        } catch (error) {
            verdict.textContent = reason(error);
        }
    }

    try {
        const { picture, answers } = await practice({ planted: sheet });
        // The module escapes what it writes.
        find('.drawn').innerHTML = picture ?? '';
        find('.answers').replaceChildren(...answers.map((/** @type {string} */ answer, /** @type {number} */ number) => {
            const [item, choice] = [document.createElement('li'), button(answer, () => void choose(number, choice))];
            item.append(choice);
            return item;
        }));
        find('.numbers').hidden = !answers.some((/** @type {string} */ answer) => answer.includes('#'));
    } catch (error) {
        verdict.textContent = reason(error);
    }
}
