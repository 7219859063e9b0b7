// The way into the memory of the server: see web/wasm/src/lib.rs.
// @ts-check

/** @typedef {{memory: WebAssembly.Memory, input: (length: number) => number, take: () => number, output: () => number}} Server */

/**
 * Gives messages to the server, and returns its answers. All of them are JSON.
 *
 * @param {Server} server
 * @param {string[]} messages
 * @returns {string[]}
 */
export function exchange(server, messages) {
    const bytes = new TextEncoder().encode(messages.join('\n'));
    // Addresses have no sign.
    const place = server.input(bytes.length) >>> 0;
    new Uint8Array(server.memory.buffer, place, bytes.length).set(bytes);
    const length = server.take();
    const answers = new TextDecoder().decode(new Uint8Array(server.memory.buffer, server.output() >>> 0, length));
    return answers ? answers.split('\n') : [];
}
