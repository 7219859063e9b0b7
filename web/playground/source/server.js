// The way to the server: a worker, which is replaced when it traps, or when the reader ends work that takes too long.
// @ts-check

/** @typedef {{uri: string, languageId: string, version: number, text: string}} OpenText */
/**
 * `ready`: it has answered; `slow`: it is still working; `restarted`: it trapped and was restarted; `failed`: it trapped again
 * on the same text; `ended`: the reader stopped it.
 *
 * @typedef {'ready' | 'slow' | 'restarted' | 'failed' | 'ended'} State
 */

/**
 * What is needed of a worker, in a browser or elsewhere.
 *
 * @typedef {{
 *   addEventListener: (kind: 'message' | 'error', listener: (event: any) => void) => void,
 *   postMessage: (message: WebAssembly.Module | string) => void,
 *   terminate: () => unknown,
 * }} AnyWorker
 */

/** After so many milliseconds without an answer, the reader is told. */
const SLOW = 3000;
/** The id of the request with which a new worker is greeted. */
const AGAIN = 'again';
/** The answer to a request that was lost with its worker. The code means an internal error. */
const ENDED = { code: -32603, message: 'the checker stopped before it answered' };

/**
 * A transport for a client of the Language Server Protocol.
 *
 * @param {() => AnyWorker} begin makes a worker that waits for the module
 * @param {WebAssembly.Module} module
 * @param {() => OpenText[]} texts the texts that are open, as the client last synchronised them
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
    /** The versions of the texts with which a worker last trapped; a new one would trap again. */
    let trapped = /** @type {string | undefined} */ (undefined);
    /** The versions of the texts with which a second worker trapped: no third one is tried. */
    let hopeless = /** @type {string | undefined} */ (undefined);
    /** @type {AnyWorker | undefined} */
    let worker = start();

    function start() {
        const started = begin();
        const isCurrent = () => worker === started;
        const fail = () => isCurrent() && end(true);
        started.addEventListener('message', ({ data }) => {
            if (isCurrent()) {
                Array.isArray(data) ? data.forEach(receive) : fail();
            }
        });
        started.addEventListener('error', fail);
        started.postMessage(module);
        return started;
    }

    function receive(/** @type {string} */ message) {
        const { id, method } = JSON.parse(message);
        if (method === undefined) {
            asked.delete(id);
            watch();
        }
        if (id !== AGAIN) {
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
            greeting = { id, params };
        }
        const isRequest = id !== undefined && method !== undefined;
        if (!worker && versions() === hopeless) {
            return isRequest ? lose(id) : undefined;
        }
        if (isRequest) {
            asked.add(id);
            if (asked.size === 1) {
                watch();
            }
        }
        if (!worker) {
            worker = resume();
            // `resume` has sent the texts, which already contain this change, and the greeting.
            if (method?.startsWith('textDocument/did') || method === 'initialize') {
                return;
            }
        }
        worker.postMessage(message);
    }

    /** A new worker, brought to where the old one was. */
    function resume() {
        const worker = start();
        const say = (/** @type {object} */ message) => worker.postMessage(JSON.stringify({ jsonrpc: '2.0', ...message }));
        say({ id: asked.has(greeting.id) ? greeting.id : AGAIN, method: 'initialize', params: greeting.params });
        say({ method: 'initialized', params: {} });
        texts().forEach((textDocument) => say({ method: 'textDocument/didOpen', params: { textDocument } }));
        return worker;
    }

    /** Which texts are open, and in which versions. */
    const versions = () => texts().map(({ uri, version }) => `${version} ${uri}`).join();

    /** Answers a request that no worker will answer. */
    const lose = (/** @type {number | string} */ id) => receive(JSON.stringify({ jsonrpc: '2.0', id, error: ENDED }));

    /** Gives up all work, after a trap or because the reader wants it; the next message goes to a new worker. */
    function end(hasTrapped = false) {
        worker?.terminate();
        worker = undefined;
        const current = versions();
        const isNew = current !== trapped;
        if (hasTrapped) {
            trapped = current;
            hopeless = isNew ? undefined : current;
        }
        if (asked.has(greeting?.id) && isNew) {
            worker = resume();
        }
        // The greeting waits for another text. While no text is open, there is nothing to wait for.
        const isOver = hasTrapped && !isNew && current === '';
        [...asked].filter((id) => isOver || id !== greeting?.id).forEach(lose);
        tell(!hasTrapped ? 'ended' : isNew ? 'restarted' : 'failed');
    }

    return {
        send,
        end: () => end(),
        subscribe: (/** @type {(message: string) => void} */ listener) => void listeners.add(listener),
        unsubscribe: (/** @type {(message: string) => void} */ listener) => void listeners.delete(listener),
    };
}
