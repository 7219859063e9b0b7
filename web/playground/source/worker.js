// The language server in a worker of a browser.
// @ts-check

import { answering } from './answering.js';

const take = answering((answer) => postMessage(answer));
addEventListener('message', ({ data }) => void take(data));
