// An exercise: an editor whose text is judged while the reader writes. Nothing on the page knows the answers.
// @ts-check

import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { besideIn } from '../beside.js';
import { editing } from '../editor.js';
import { listIn } from '../list.js';
import { marksIn } from '../marks.js';
import { reason } from '../page.js';
import { toFragment } from '../share.js';
import { draft, keep } from './progress.js';

/** @typedef {import('@codemirror/lint').Diagnostic} Diagnostic */
/** @typedef {import('./lesson.js').Block} Block */
/** @typedef {import('./lesson.js').Lesson} Lesson */
/** Whether a text without mistakes solves the exercise: nothing, or what is missing. @typedef {(text: string) => Promise<string>} Judge */

const SOLVED = 'Solved.';
const OPEN = 'Answers are missing.';
/** The code of the note that answers are missing. */
const MISSING = 'N0701';
/** The code of the note that a tree hides whether its answers are right. */
const HIDING = 'N0702';
/** What findings say in trees that hide their answers; the second line is for teachers. */
const HIDDEN = /\nnote: the reason is not shown, .*\nhelp: if you are the teacher, .*/;

/**
 * Makes an exercise work.
 *
 * @param {HTMLElement} place
 * @param {Block} block
 * @param {Lesson} lesson
 */
export function exerciseIn(place, block, lesson) {
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (place.querySelector(selector));
    const verdict = find('.verdict');
    const list = listIn(find('.findings'));
    const picture = besideIn(find('.drawn'));
    const marks = marksIn(find('.marks'));
    const judge = judgeOf(find, marks, block, lesson);
    // A tree with `ask` hides why an answer is wrong; its marks say it when no answer is missing.
    const hides = block.kind === 'exercise' && /^\s*ask /m.test(block.text);

    async function found(/** @type {EditorView} */ view, /** @type {Diagnostic[] | undefined} */ found) {
        list.show(view, found?.filter(({ source }) => source !== HIDING).map((finding) => (
            { ...finding, message: finding.message.replace(HIDDEN, '\nnote: your marks give the reason once no answer is missing') })));
        void picture.draw(view);
        if (!found) {
            return;
        }
        const { doc } = view.state;
        const toDo = leftIn(found);
        const judged = hides || !toDo ? await judge(doc.toString()).catch(reason) : '';
        if (view.state.doc === doc) {
            tell((judged === OPEN && toDo) || judged || toDo || SOLVED);
            if (!judged && !toDo) {
                lesson.solve(place, block);
            }
        }
    }

    function tell(/** @type {string} */ text) {
        // The same verdict is not announced twice.
        if (verdict.textContent !== text) {
            verdict.textContent = text;
            verdict.classList.toggle('solved', text === SOLVED);
        }
    }

    function changed(/** @type {EditorView} */ { state }) {
        list.outdate();
        picture.outdate();
        marks.clear();
        keep(block.name, state.doc.toString());
    }

    // Fixes and hints would give the answers.
    const extensions = editing(lesson.client, `file:///${block.name}.tree`, block.title, { found, changed, moved: picture.follow }, false);
    const view = new EditorView({ parent: find('.editor') });
    const open = (/** @type {string} */ text) => view.setState(EditorState.create({ doc: text, extensions }));
    open(draft(block.name) ?? block.text);
    find('.again').addEventListener('click', () => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: block.text } }));
    const link = /** @type {HTMLAnchorElement} */ (find('.open'));
    link.addEventListener('click', async (event) => {
        event.preventDefault();
        window.open(`${link.href}#${await toFragment(view.state.doc.toString())}`);
    });
}

/** What is left to do according to the checker; nothing if there are no mistakes. */
function leftIn(/** @type {Diagnostic[]} */ found) {
    const errors = found.filter(({ severity }) => severity === 'error').length;
    if (errors > 0) {
        return errors === 1 ? 'There is 1 mistake.' : `There are ${errors} mistakes.`;
    }
    return found.some(({ source }) => source === MISSING) ? OPEN : '';
}

/**
 * @param {(selector: string) => HTMLElement} find
 * @param {ReturnType<typeof marksIn>} marks
 * @param {Block} block
 * @param {Lesson} lesson
 * @returns {Judge}
 */
function judgeOf(find, marks, { kind, text: start }, { practice }) {
    switch (kind) {
        case 'reorder': return async (text) => (words(text) === words(start) ? '' : 'Only change the order: the tree must have the same words as before.');
        case 'write': return async (text) => {
            find('.sheet pre').textContent = await practice({ sheet: { exercise: text } });
            find('.sheet').hidden = false;
            return '';
        };
        default: return async (text) => {
            const { solved, missing, mistakes, total, alterations, page } = await practice({ mark: { exercise: start, text } });
            if (solved || missing > 0) {
                return solved ? '' : OPEN;
            }
            if (mistakes > 0) {
                marks.show(page);
                return `${total}.`;
            }
            return ['Only change the answers.', ...alterations].join(' ');
        };
    }
}

/** The words of a text in alphabetical order, without comments. */
function words(/** @type {string} */ text) {
    return (text.replaceAll(/\/\/.*/g, '').match(/[\p{L}\p{N}_.]+|[^\s,]/gu) ?? []).sort().join(' ');
}
