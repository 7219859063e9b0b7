// The playground as one file, for exam rooms and course systems: it loads nothing.
// @ts-check

import { start } from './app.js';
import { unpacked } from './unpacked.js';

const part = (/** @type {string} */ id) => document.getElementById(id)?.textContent ?? '';

function module(/** @type {string} */ name) {
    const packed = Uint8Array.from(atob(part(name)), (character) => character.charCodeAt(0));
    return unpacked(new Response(packed));
}

const worker = URL.createObjectURL(new Blob([JSON.parse(part('worker'))], { type: 'text/javascript' }));
start({
    module: module('gametree.wasm.xz'),
    practice: () => module('practice.wasm.xz'),
    worker: () => new Worker(worker),
    examples: Promise.resolve(JSON.parse(part('examples'))),
});
