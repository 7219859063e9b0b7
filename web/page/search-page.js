// The page of a search.
// @ts-check

import { addQuiz } from './quiz.js';
import { addSearch } from './search.js';
import { mount } from './stepper.js';

const model = JSON.parse(document.getElementById('model')?.textContent ?? '');
const player = mount(document, model);
addQuiz(document, model, player);
addSearch(document, model, player);
