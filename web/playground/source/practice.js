// The module that marks exercises: it is loaded when it is first asked, and works in a worker of its own.
// @ts-check

/** @typedef {{done: (result: any) => void, failed: (error: Error) => void}} Waiting */

/**
 * A function that asks the module. It answers with what web/wasm/src/practice.rs says, and fails with a reason in words.
 *
 * @param {() => Worker} begin makes a worker that waits for the module
 * @param {() => Promise<WebAssembly.Module>} load
 * @returns {(question: Record<string, object>) => Promise<any>}
 */
export function practiceIn(begin, load) {
    /** @type {Map<number, Waiting>} */
    const waiting = new Map();
    let last = 0;
    /** @type {Worker | undefined} */
    let worker;

    function start() {
        const started = begin();
        const end = (/** @type {unknown} */ error) => {
            if (worker === started) {
                started.terminate();
                worker = undefined;
                waiting.forEach(({ failed }) => failed(new Error(String(error))));
                waiting.clear();
            }
        };
        started.addEventListener('message', ({ data }) => (Array.isArray(data) ? data.forEach(settle) : end(data.trap)));
        started.addEventListener('error', ({ message }) => end(message));
        load().then((module) => started.postMessage(module), end);
        return started;
    }

    function settle(/** @type {string} */ message) {
        const { id, Ok: result, Err: reason } = JSON.parse(message);
        const asked = waiting.get(id);
        waiting.delete(id);
        reason === undefined ? asked?.done(result) : asked?.failed(new Error(reason));
    }

    return (ask) => new Promise((done, failed) => {
        last += 1;
        waiting.set(last, { done, failed });
        worker ??= start();
        worker.postMessage(JSON.stringify({ id: last, ask }));
    });
}
