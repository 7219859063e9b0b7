// The playground as a page of a site: its parts are files beside it.
// @ts-check

import { start } from './app.js';
import { unpacked } from './unpacked.js';
import { keepOffline } from './visited.js';

const fetched = (/** @type {string} */ name) => fetch(new URL(name, document.baseURI));

start({
    module: fetched('gametree.wasm.xz').then(unpacked),
    practice: () => fetched('practice.wasm.xz').then(unpacked),
    worker: () => new Worker('worker.js'),
    examples: fetched('examples.json').then((answer) => answer.json()),
});
keepOffline('.');
