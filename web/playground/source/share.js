// Links that hold a whole text. The text never leaves the machine of the reader: it is in the part of the address that
// browsers do not send.
// @ts-check

/** The version of the format, the first character after `#`. */
const VERSION = '1';
/** A longer text is refused: a short link can unpack to gigabytes. */
const LONGEST = 4 << 20;
/** Longer links are cut off by programs through which they are sent. */
export const LONGEST_LINK = 8000;

/** The fragment for a text, without `#`. */
export async function toFragment(/** @type {string} */ text) {
    const packed = pipe(new Blob([JSON.stringify({ text })]), new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return VERSION + btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The text in a fragment, or why there is none.
 *
 * @param {string} fragment
 * @returns {Promise<{text: string} | {reason: string}>}
 */
export async function fromFragment(fragment) {
    if (!fragment.startsWith(VERSION)) {
        return { reason: 'This page cannot read the link. Another version of the playground may have made it.' };
    }
    try {
        const characters = atob(fragment.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
        const packed = Uint8Array.from(characters, (character) => character.charCodeAt(0));
        const { text } = JSON.parse(await unpacked(packed));
        return typeof text === 'string' ? { text } : { reason: DAMAGED };
    } catch {
        return { reason: DAMAGED };
    }
}

const DAMAGED = 'This link is damaged or incomplete. Ask the sender for the .tree file.';

function pipe(/** @type {Blob} */ blob, /** @type {CompressionStream | DecompressionStream} */ through) {
    return blob.stream().pipeThrough(/** @type {ReadableWritablePair<Uint8Array<ArrayBuffer>, any>} */ (through));
}

async function unpacked(/** @type {Uint8Array<ArrayBuffer>} */ packed) {
    const reader = pipe(new Blob([packed]), new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [text, length] = ['', 0];
    for (;;) {
        const { value, done } = await reader.read();
        if (done) {
            return text + decoder.decode();
        }
        length += value.length;
        if (length > LONGEST) {
            await reader.cancel();
            throw new RangeError('too long');
        }
        text += decoder.decode(value, { stream: true });
    }
}
