// What the reader has written, kept in this browser. Each link and each example has a draft beside the reader's own tree, so
// opening one never overwrites anything.
// @ts-check

const PREFIX = 'gametree draft ';
/** At most this many drafts of links and examples are kept; the oldest are dropped. */
const MOST = 20;

/** @returns {{text?: unknown, at?: unknown}} */
function entry(/** @type {string} */ key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {};
    } catch {
        return {};
    }
}

/**
 * The draft that was kept under a name; the reader's own tree has the name ''.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function kept(name) {
    const { text } = entry(PREFIX + name);
    return typeof text === 'string' ? text : undefined;
}

/** Keeps a draft; says whether that was possible. */
export function keep(/** @type {string} */ name, /** @type {string} */ text) {
    const put = () => localStorage.setItem(PREFIX + name, JSON.stringify({ text, at: Date.now() }));
    try {
        drop(MOST - 1, PREFIX + name);
        put();
        return true;
    } catch {
        // Storage may be switched off or full.
    }
    try {
        drop(0, PREFIX + name);
        put();
        return true;
    } catch {
        return false;
    }
}

/** Drops the oldest drafts. Keeps the reader's own tree, the draft `other`, and the newest `most` of the rest. */
function drop(/** @type {number} */ most, /** @type {string} */ other) {
    const isOfLink = (/** @type {string} */ key) => key.startsWith(PREFIX) && key !== PREFIX && key !== other;
    const time = (/** @type {string} */ key) => Number(entry(key).at ?? 0);
    const ofLinks = Object.keys(localStorage).filter(isOfLink).sort((one, other) => time(other) - time(one));
    ofLinks.slice(most).forEach((key) => localStorage.removeItem(key));
}
