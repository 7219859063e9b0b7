// The language server in a worker. The first message is the compiled module; every other one is a message of the client.
// Messages that arrive while the server works are given to it together, so work for an old state of a text is left out.
// @ts-check

import { exchange } from './exchange.js';

/** @type {string[]} */
let waiting = [];
/** @type {import('./exchange.js').Server | undefined} */
let server;

addEventListener('message', async ({ data }) => {
    if (data instanceof WebAssembly.Module) {
        try {
            const { exports } = await WebAssembly.instantiate(data);
            server = /** @type {import('./exchange.js').Server} */ (/** @type {unknown} */ (exports));
        } catch (error) {
            return postMessage({ trap: String(error) });
        }
    } else {
        waiting.push(data);
    }
    setTimeout(work);
});

function work() {
    if (!server || waiting.length === 0) {
        return;
    }
    const messages = waiting;
    waiting = [];
    try {
        postMessage(exchange(server, messages));
    } catch (error) {
        // A trap: nothing in this module can be trusted any more.
        server = undefined;
        postMessage({ trap: String(error) });
    }
}
