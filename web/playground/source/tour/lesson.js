// A lesson of the tour: makes its blocks work, and shows which exercises are solved.
// @ts-check

import { connect, newClient } from '../editor.js';
import { reason } from '../page.js';
import { pictureIn } from '../picture.js';
import { practiceIn } from '../practice.js';
import { unpacked } from '../unpacked.js';
import { keepOffline } from '../visited.js';
import { exerciseIn } from './exercise.js';
import { faultIn } from './fault.js';
import { isSolved, solve } from './progress.js';

/**
 * A block that the reader can use. `name` is its lesson and its file: `01-minimax/two-bags`.
 *
 * @typedef {{kind: 'stepper' | 'quiz', name: string, title: string, answer: import('../picture.js').Search}
 *     | Block} AnyBlock
 */
/** @typedef {{kind: 'exercise' | 'reorder' | 'write' | 'fault', name: string, title: string, text: string, fault: string}} Block */
/**
 * What the blocks of a lesson share.
 *
 * @typedef {{
 *     client: import('@codemirror/lsp-client').LSPClient,
 *     practice: ReturnType<typeof practiceIn>,
 *     solve: (place: HTMLElement, block: {name: string}) => void,
 * }} Lesson
 */

const above = (/** @type {string} */ name) => new URL(`../../${name}`, document.baseURI);
const module = (/** @type {string} */ name) => fetch(above(name)).then(unpacked);
const worker = () => new Worker(above('worker.js'));

/** @type {AnyBlock[]} */
const blocks = JSON.parse(document.getElementById('blocks')?.textContent ?? '[]');
/** @type {Lesson} */
const lesson = {
    client: newClient(),
    practice: practiceIn(worker, () => module('practice.wasm.xz')),
    solve(place, { name }) {
        solve(name);
        place.classList.add('solved');
    },
};

blocks.forEach((block, number) => {
    const place = /** @type {HTMLElement} */ (document.getElementById(`block-${number}`));
    place.classList.toggle('solved', isSolved(block.name));
    switch (block.kind) {
        case 'stepper': return pictureIn(drawn(place), () => {}).show(block.answer);
        case 'quiz': return quizIn(place, block.answer);
        case 'fault': return void faultIn(place, block, lesson);
        default: return exerciseIn(place, block, lesson);
    }
});

if (blocks.some(({ kind }) => kind === 'exercise' || kind === 'reorder' || kind === 'write')) {
    module('gametree.wasm.xz').then((module) => connect(lesson.client, worker, module, () => {})).catch((error) => {
        document.querySelectorAll('.exercise .verdict').forEach((verdict) => {
            verdict.textContent = `The checker could not be loaded, so this page cannot judge your answers. Reload it to try again. (${reason(error)})`;
        });
    });
}

keepOffline('../..');

function drawn(/** @type {HTMLElement} */ place) {
    return /** @type {HTMLElement} */ (place.querySelector('.drawn'));
}

/** The quiz begins when the reader wants it, because its first question takes the focus. */
function quizIn(/** @type {HTMLElement} */ place, /** @type {import('../picture.js').Search} */ answer) {
    const begin = /** @type {HTMLElement} */ (place.querySelector('.begin'));
    begin.addEventListener('click', () => {
        begin.remove();
        pictureIn(drawn(place), () => {}).show(answer, 'quiz');
    });
}
