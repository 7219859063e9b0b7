// The quiz: before a step that answers a question, the page waits for the answer. Nothing on the page gives it away:
// what lies ahead, the text with its expectations, and the list of all steps are hidden by the style of this mode.
// @ts-check

const KINDS = { window: 'windows', cut: 'cutoffs', return: 'returns', move: 'best move' };
const BOUNDS = { exact: 'exactly', upper: 'at most', lower: 'at least' };

/**
 * An exact fraction as two whole numbers; infinities have the denominator 0.
 *
 * @param {string} text
 * @returns {[bigint, bigint] | null} null if it is no number
 */
function fraction(text) {
    const plain = text.trim().replace('−', '-').replace(/^\+/, '').toLowerCase();
    if (/^-?(∞|inf|infinity|oo)$/.test(plain)) {
        return [plain.startsWith('-') ? -1n : 1n, 0n];
    }
    const parts = /^(-?)(\d*)(?:\.(\d+))?(?:\/(\d+))?$/.exec(plain);
    if (!parts || (!parts[2] && !parts[3]) || plain.length > 100) {
        return null;
    }
    const [, sign, whole, decimals = '', under = '1'] = parts;
    const over = BigInt(whole + decimals) * (sign ? -1n : 1n);
    const denominator = BigInt(under) * 10n ** BigInt(decimals.length);
    return denominator === 0n ? null : [over, denominator];
}

/** Whether two texts are the same number: `0.5` and `1/2` are. */
function isSame(/** @type {string} */ one, /** @type {string} */ other) {
    const [a, b] = [fraction(one), fraction(other)];
    if (!a || !b) {
        return false;
    }
    return a[1] === 0n || b[1] === 0n ? a[1] === b[1] && a[0] === b[0] : a[0] * b[1] === b[0] * a[1];
}

/**
 * Adds the quiz to a page.
 *
 * @param {ParentNode} root the page
 * @param {any} model the search, with its questions
 * @param {import('./stepper.js').Player} player
 */
export function addQuiz(root, model, player) {
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (root.querySelector(selector));
    const [form, kinds] = ['.question', '.kinds'].map(find);
    /** @type {Record<string, {right: number, asked: number}>} */
    let score = {};
    let answered = new Set();
    let reached = 0;

    const isWanted = (/** @type {any} */ question) =>
        /** @type {HTMLInputElement} */ (kinds.querySelector(`[value=${question.kind}]`)).checked;
    const pending = () => model.questions.find((/** @type {any} */ question) =>
        question.before === player.at() && !answered.has(question) && isWanted(question));
    const isQuiz = () => player.mode() === 'quiz';

    function start() {
        [score, answered, reached] = [{}, new Set(), 0];
        player.begin('quiz', allows);
        ask();
    }

    /** In the quiz, one may go back, and forward by one step unless a question waits. */
    function allows(/** @type {number} */ step) {
        if (step > Math.max(player.at() + 1, reached) || (step > player.at() && pending())) {
            ask();
            return false;
        }
        reached = Math.max(reached, step);
        queueMicrotask(ask);
        return true;
    }

    /** Shows the question that waits here, if there is one. */
    function ask() {
        const question = isQuiz() ? pending() : undefined;
        form.hidden = !question;
        kinds.hidden = !isQuiz();
        if (isQuiz()) {
            showScore();
        }
        if (!question) {
            return;
        }
        find('.ask').textContent = question.ask;
        find('.fields').replaceChildren(...fields(question));
        /** @type {HTMLElement} */ (form.querySelector('input, select')).focus();
    }

    function showScore() {
        const parts = Object.entries(score).map(([kind, { right, asked }]) =>
            `${KINDS[/** @type {keyof typeof KINDS} */ (kind)]}: ${right} of ${asked} right`);
        find('.score').textContent = parts.join(' · ');
    }

    form.addEventListener('submit', (event) => {
        event.preventDefault();
        const question = pending();
        const given = [.../** @type {HTMLFormElement} */ (form).elements]
            .filter((field) => /** @type {HTMLInputElement} */ (field).name)
            .filter((field) => /** @type {HTMLInputElement} */ (field).type !== 'radio'
                || /** @type {HTMLInputElement} */ (field).checked)
            .map((field) => /** @type {HTMLInputElement} */ (field).value);
        const isRight = check(question, given);
        const counted = (score[question.kind] ??= { right: 0, asked: 0 });
        counted.asked += 1;
        counted.right += isRight ? 1 : 0;
        answered.add(question);
        const verdict = isRight ? 'Right.' : `No. ${answer(question)}`;
        // The next step is shown once nothing more is asked about it.
        if (player.at() < model.steps.length && !pending()) {
            reached = Math.max(reached, player.at() + 1);
            player.go(player.at() + 1);
            player.say(`${verdict} ${find('.say').textContent}`);
        } else {
            player.say(verdict);
        }
        ask();
    });
    kinds.addEventListener('change', ask);
    find('.modes').addEventListener('click', ({ target }) => (/** @type {Element} */ (target).matches('.quiz') ? start() : ask()));
}

/** Whether an answer is right. */
function check(/** @type {{kind: string, answer: string[]}} */ question, /** @type {string[]} */ given) {
    const { kind, answer: right } = question;
    switch (kind) {
        case 'window': return isSame(given[0], right[0]) && isSame(given[1], right[1]);
        case 'return': return given[0] === right[0] && isSame(given[1], right[1]);
        case 'cut': return given[0] === right[0];
        default: return right.includes(given[0]);
    }
}

/** The right answer, as a sentence. */
function answer(/** @type {{kind: string, answer: string[]}} */ question) {
    const { kind, answer: right } = question;
    switch (kind) {
        case 'window': return `The window is [${right.join(', ')}].`;
        case 'return': return `It returns ${right[1]}, so the value is ${BOUNDS[/** @type {keyof typeof BOUNDS} */ (right[0])]} ${right[1]}.`;
        case 'cut': return right[0] === 'cut' ? 'There is a cutoff.' : 'The search goes on.';
        default: return right.length > 1 ? `The best moves are ${right.join(' and ')}.` : `The best move is ${right[0]}.`;
    }
}

/** The fields in which a question is answered. */
function fields(/** @type {{kind: string, choices?: string[]}} */ question) {
    const labelled = (/** @type {string} */ name, /** @type {HTMLElement} */ field) => {
        const label = document.createElement('label');
        label.append(`${name} `, field);
        return label;
    };
    const input = (/** @type {string} */ name) => {
        const field = document.createElement('input');
        Object.assign(field, { name, required: true, size: 6, autocomplete: 'off', spellcheck: false });
        return field;
    };
    const choose = (/** @type {string} */ name, /** @type {[string, string][]} */ options) => {
        const field = document.createElement('select');
        field.name = name;
        field.append(...options.map(([value, text]) => new Option(text, value)));
        return field;
    };
    switch (question.kind) {
        case 'window': return [labelled('α', input('alpha')), labelled('β', input('beta'))];
        case 'return': return [labelled('The value is', choose('bound', Object.entries(BOUNDS))), labelled('the returned number', input('value'))];
        case 'cut': return [['on', 'the search goes on'], ['cut', 'a cutoff']].map(([value, text]) => {
            const field = document.createElement('input');
            Object.assign(field, { type: 'radio', name: 'cut', value, required: true });
            const label = document.createElement('label');
            label.append(field, ` ${text}`);
            return label;
        });
        default: return [labelled('move', choose('move', (question.choices ?? []).map((choice) => [choice, choice])))];
    }
}
