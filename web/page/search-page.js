// The page of a search. Its address says the step, or the mode.
// @ts-check

import { addQuiz } from './quiz.js';
import { addSearch } from './search.js';
import { mount } from './stepper.js';

const model = JSON.parse(document.querySelector('#model')?.textContent ?? '');
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** Browsers allow few changes of the address in a short time, and none in the frame of a notebook. */
function moved() {
    clearTimeout(timer);
    timer = setTimeout(() => self === top && history.replaceState(null, '', `#${player.place()}`), 300);
}
const player = mount(document, model, { moved });
addQuiz(document, model, player);
addSearch(document, model, player);

/** The step that an address names. */
const step = (/** @type {string} */ address) => Number(/#step=(\d+)$/.exec(address)?.[1] || 0);
// Use the event's address: the timer can change the page's address before the event arrives.
addEventListener('hashchange', (event) => player.move(step(event.newURL)));
const wanted = player.modes.find((mode) => location.hash === `#${mode.value}`);
wanted ? wanted.click() : player.go(step(location.hash));
