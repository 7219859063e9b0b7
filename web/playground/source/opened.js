// What is open in the editor: the reader's own tree, an example, or the text of a link. The address of the page says which.
// @ts-check

import { keep, kept } from './drafts.js';
import { find, say } from './page.js';
import { fromFragment } from './share.js';

const FIRST = `tree "my first tree" {
    max A = 4 {
        left: min B { 3, 5 }
        right: min C { 2, 9 }
    }
}
`;
/** Milliseconds from the last key until a draft is kept. */
const PAUSE = 300;

export class Opened {
    /** The name of the draft in the editor: what the address says, or '' for the reader's own tree. */
    #name = '';
    /** The text of the link or the example, as it came; `null` for the reader's own tree. @type {string | null} */
    original = null;
    /** The text that has to be kept soon. @type {import('@codemirror/state').Text | undefined} */
    #changed;
    /** The drafts of this visit, in case the browser keeps none. @type {Map<string, string>} */
    #drafts = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {Promise<{name: string, text: string}[]>} examples
     * @param {(text: string) => void} show puts a text into the editor
     */
    constructor(examples, show) {
        this.examples = examples;
        this.show = show;
        addEventListener('hashchange', () => void this.open());
        addEventListener('pagehide', () => this.#keep());
        document.addEventListener('visibilitychange', () => this.#keep());
        find('.linked button').addEventListener('click', () => {
            history.pushState(null, '', location.pathname + location.search);
            void this.open();
        });
    }

    /** Keeps a draft of a text that the reader has changed. */
    change(/** @type {import('@codemirror/state').Text} */ text) {
        this.#changed = text;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#keep(), PAUSE);
    }

    #keep() {
        clearTimeout(this.#timer);
        if (this.#changed === undefined) {
            return;
        }
        const text = this.#changed.toString();
        this.#drafts.set(this.#name, text);
        if (!keep(this.#name, text)) {
            say('Your browser cannot store your tree. To keep it, save it as a file.');
        }
        this.#changed = undefined;
    }

    /** Opens what the address says. */
    async open() {
        const { hash } = location;
        const linked = await this.#linked(hash.slice(1));
        if (location.hash !== hash) {
            // Another address came in the meantime.
            return;
        }
        // What was written until now belongs to the text before.
        this.#keep();
        const text = linked && 'text' in linked ? linked.text : undefined;
        this.#name = text === undefined ? '' : hash.slice(1);
        this.original = text ?? null;
        find('.linked').hidden = !linked;
        find('.linked button').hidden = text === undefined;
        find('.linked span').textContent = linked ? linked.reason : '';
        this.show(this.#drafts.get(this.#name) ?? kept(this.#name) ?? text ?? FIRST);
    }

    /**
     * The text that a fragment names or holds, with where it is from; or why there is none.
     *
     * @returns {Promise<{text: string, reason: string} | {reason: string} | undefined>}
     */
    async #linked(/** @type {string} */ fragment) {
        const [, name] = /^example=(.*)$/.exec(fragment) ?? [];
        if (name !== undefined) {
            const examples = await this.examples.catch(() => []);
            const example = examples.find((example) => encodeURIComponent(example.name) === name);
            return example ? { text: example.text, reason: 'This is an example. Your own tree is saved.' } : { reason: 'There is no such example.' };
        }
        const linked = fragment ? await fromFragment(fragment) : undefined;
        return linked && 'text' in linked ? { ...linked, reason: 'This tree comes from a link. Your own tree is saved.' } : linked;
    }
}
