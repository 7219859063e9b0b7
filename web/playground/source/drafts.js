// What the reader has written, kept in this browser. Each link has a draft of its own beside the reader's own, so opening a
// link never overwrites anything.
// @ts-check

const PREFIX = 'gametree draft ';
/** The oldest drafts of links are dropped beyond so many. */
const MOST = 20;

/**
 * The draft that was kept under a name; the reader's own has the name ''.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function kept(name) {
    try {
        return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')?.text;
    } catch {
        return undefined;
    }
}

/** Keeps a draft; says whether that was possible. */
export function keep(/** @type {string} */ name, /** @type {string} */ text) {
    try {
        localStorage.setItem(PREFIX + name, JSON.stringify({ text, at: Date.now() }));
        dropOldest();
        return true;
    } catch {
        // Some browsers keep nothing, and none keeps everything.
        return false;
    }
}

function dropOldest() {
    const time = (/** @type {string} */ key) => JSON.parse(localStorage.getItem(key) ?? 'null')?.at ?? 0;
    const ofLinks = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX);
    ofLinks.sort((one, other) => time(other) - time(one)).slice(MOST).forEach((key) => localStorage.removeItem(key));
}
