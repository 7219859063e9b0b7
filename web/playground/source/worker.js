// The language server in a worker. The first message is the compiled module; every other one is a message of the client.
// Messages that arrive while the server works are given to it together, so work for an old state of a text is left out.
// @ts-check

/** @typedef {{memory: WebAssembly.Memory, input: (length: number) => number, take: () => number, output: () => number}} Server */

/** @type {string[]} */
let waiting = [];
/** @type {Server | undefined} */
let server;

addEventListener('message', async ({ data }) => {
    if (data instanceof WebAssembly.Module) {
        try {
            const { exports } = await WebAssembly.instantiate(data);
            server = /** @type {Server} */ (/** @type {unknown} */ (exports));
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
    const lines = waiting.join('\n');
    waiting = [];
    try {
        const messages = new TextEncoder().encode(lines);
        // Addresses have no sign.
        const place = server.input(messages.length) >>> 0;
        new Uint8Array(server.memory.buffer, place, messages.length).set(messages);
        const length = server.take();
        const answers = new TextDecoder().decode(new Uint8Array(server.memory.buffer, server.output() >>> 0, length));
        postMessage(answers ? answers.split('\n') : []);
    } catch (error) {
        // A trap: nothing in this module can be trusted any more.
        server = undefined;
        postMessage({ trap: String(error) });
    }
}
