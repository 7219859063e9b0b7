// What the reader has solved and written in the tour, kept in this browser.
// @ts-check

const PREFIX = 'gametree tour ';

/** @returns {string | null} */
function read(/** @type {string} */ key) {
    try {
        return localStorage.getItem(PREFIX + key);
    } catch {
        return null;
    }
}

function write(/** @type {string} */ key, /** @type {string} */ value) {
    try {
        localStorage.setItem(PREFIX + key, value);
    } catch {
        // Without storage, the tour forgets everything when the page is closed, but works.
    }
}

/** Whether an exercise was solved; its name has the lesson in it. */
export const isSolved = (/** @type {string} */ name) => read(`solved ${name}`) !== null;

/** Remembers that an exercise was solved. */
export const solve = (/** @type {string} */ name) => write(`solved ${name}`, '1');

/** What the reader last wrote in an exercise. */
export const draft = (/** @type {string} */ name) => read(`draft ${name}`);

/** Keeps what the reader writes in an exercise. */
export const keep = (/** @type {string} */ name, /** @type {string} */ text) => write(`draft ${name}`, text);

/** Forgets everything. */
export function forget() {
    try {
        Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).forEach((key) => localStorage.removeItem(key));
    } catch {
        // Without storage, there is nothing to forget.
    }
}
