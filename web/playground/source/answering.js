// The language server in a worker. Messages that arrive while the server works are given to it together, so work for an
// old state of a text is left out.
// @ts-check

import { exchange } from './exchange.js';

/** @typedef {import('./exchange.js').Server} Server */

/**
 * What a worker does with a message. The first message is the compiled module; every other one is a message of the client.
 *
 * @param {(answer: string[] | {trap: string}) => void} post sends the answers of the server, or says that it has trapped
 * @returns {(message: WebAssembly.Module | string) => Promise<void>}
 */
export function answering(post) {
    /** @type {string[]} */
    let waiting = [];
    /** @type {Server | undefined} */
    let server;

    function work() {
        if (!server || waiting.length === 0) {
            return;
        }
        const messages = waiting;
        waiting = [];
        try {
            post(exchange(server, messages));
        } catch (error) {
            // A trap: nothing in this module can be trusted any more.
            server = undefined;
            post({ trap: String(error) });
        }
    }

    return async (message) => {
        if (typeof message === 'string') {
            waiting.push(message);
        } else {
            try {
                const { exports } = await WebAssembly.instantiate(message);
                server = /** @type {Server} */ (/** @type {unknown} */ (exports));
            } catch (error) {
                return post({ trap: String(error) });
            }
        }
        setTimeout(work);
    };
}
