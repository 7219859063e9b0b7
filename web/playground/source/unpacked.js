// @ts-check

import { XzReadableStream } from 'xz-decompress';

/**
 * Unpacks and compiles a module that was packed with `xz`.
 *
 * @param {Response} packed
 * @returns {Promise<WebAssembly.Module>}
 */
export async function unpacked(packed) {
    if (!packed.ok || !packed.body) {
        throw new Error(`the server answered ${packed.status}`);
    }
    const bytes = await new Response(new XzReadableStream(packed.body)).arrayBuffer().catch((cause) => {
        throw new Error('the file is incomplete or damaged', { cause });
    });
    return WebAssembly.compile(bytes);
}
