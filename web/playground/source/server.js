// The way to the server: a worker, which is replaced when it traps, or when the reader ends work that takes too long.
// @ts-check

/** @typedef {{uri: string, languageId: string, version: number, text: string}} OpenText */
/** @typedef {'ready' | 'slow' | 'restarted' | 'failed'} State */

/** After so many milliseconds without an answer, the reader is told. */
const SLOW = 3000;
/** The id of the request with which a new worker is greeted. */
const AGAIN = 'again';
/** What a client is told when the work on its request has ended: the error code of a bug in the server. */
const ENDED = { code: -32603, message: 'the server was started again' };

/**
 * A transport for a client of the Language Server Protocol.
 *
 * @param {() => Worker} begin makes a worker that waits for the module
 * @param {WebAssembly.Module} module
 * @param {() => OpenText[]} texts the texts that are open, as the server last knew them
 * @param {(state: State) => void} tell
 */
export function serve(begin, module, texts, tell) {
    /** @type {Set<(message: string) => void>} */
    const listeners = new Set();
    /** The ids of requests that are not answered yet. @type {Set<number | string>} */
    const asked = new Set();
    /** @type {any} */
    let greeting;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** Whether anything was answered since the last trap: otherwise, a new worker would trap again. */
    let answers = true;
    /** @type {Worker | undefined} */
    let worker = start();

    function start() {
        const worker = begin();
        worker.addEventListener('message', ({ data }) => (Array.isArray(data) ? data.forEach(receive) : end()));
        worker.postMessage(module);
        return worker;
    }

    function receive(/** @type {string} */ message) {
        const { id, method } = JSON.parse(message);
        if (method === undefined) {
            asked.delete(id);
            watch();
        }
        if (id !== AGAIN) {
            answers ||= method === undefined;
            listeners.forEach((listener) => listener(message));
        }
    }

    /** Tells the reader when the answer takes long, and when it has come. */
    function watch() {
        clearTimeout(timer);
        tell('ready');
        timer = asked.size > 0 ? setTimeout(() => tell('slow'), SLOW) : undefined;
    }

    function send(/** @type {string} */ message) {
        const { id, method, params } = JSON.parse(message);
        if (method === 'initialize') {
            greeting = params;
        }
        if (id !== undefined && method !== undefined) {
            asked.add(id);
            if (asked.size === 1) {
                watch();
            }
        }
        if (!worker) {
            worker = resume();
            // The client had made the change before it sent it.
            if (method?.startsWith('textDocument/did')) {
                return;
            }
        }
        worker.postMessage(message);
    }

    /** A new worker, brought to where the old one was. */
    function resume() {
        const worker = start();
        const say = (/** @type {object} */ message) => worker.postMessage(JSON.stringify({ jsonrpc: '2.0', ...message }));
        say({ id: AGAIN, method: 'initialize', params: greeting });
        say({ method: 'initialized', params: {} });
        texts().forEach((textDocument) => say({ method: 'textDocument/didOpen', params: { textDocument } }));
        return worker;
    }

    /** Gives up all work; the next message goes to a new worker. */
    function end() {
        worker?.terminate();
        worker = undefined;
        const [lost, worked] = [[...asked], answers];
        lost.forEach((id) => receive(JSON.stringify({ jsonrpc: '2.0', id, error: ENDED })));
        answers = false;
        tell(worked ? 'restarted' : 'failed');
    }

    return {
        send,
        end,
        subscribe: (/** @type {(message: string) => void} */ listener) => void listeners.add(listener),
        unsubscribe: (/** @type {(message: string) => void} */ listener) => void listeners.delete(listener),
    };
}
