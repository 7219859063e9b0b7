// The first page of the tour: how much of each lesson is solved.
// @ts-check

import { keepOffline } from '../visited.js';
import { forget, isSolved } from './progress.js';

/** The exercises of each lesson, by its folder. @type {Record<string, string[]>} */
const lessons = JSON.parse(document.getElementById('lessons')?.textContent ?? '{}');
const forgetting = /** @type {HTMLButtonElement} */ (document.querySelector('.forget'));

function show() {
    let all = 0;
    for (const [folder, exercises] of Object.entries(lessons)) {
        const solved = exercises.filter(isSolved).length;
        all += solved;
        const place = /** @type {HTMLElement} */ (document.querySelector(`[data-lesson="${folder}"] .progress`));
        place.textContent = solved > 0 ? `${solved} of ${exercises.length} solved` : '';
        place.classList.toggle('solved', solved === exercises.length);
    }
    forgetting.hidden = all === 0;
}

forgetting.addEventListener('click', () => {
    if (confirm('Forget what you solved and wrote in all lessons?')) {
        forget();
        show();
    }
});
show();
keepOffline('..');
