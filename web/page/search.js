// "You search": the reader does what the search does next. A click on a node enters or evaluates it; two buttons cut and
// return. The page itself takes the steps that leave no choice: a new v, α or β.
// @ts-check

/** What readers do themselves. */
const DONE_BY_READER = ['enter', 'evaluate', 'cutoff', 'return'];

/**
 * Adds the mode to a page.
 *
 * @param {ParentNode} root the page
 * @param {import('./stepper.js').Model} model the search
 * @param {import('./stepper.js').Player} player
 */
export function addSearch(root, model, player) {
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (root.querySelector(selector));
    const panel = find('.acts');
    const isSearch = () => player.mode() === 'search';
    /** The steps that were taken wrongly at first. */
    let wrong = new Set();
    let asked = 0;
    let reached = 0;

    function start() {
        [wrong, asked, reached] = [new Set(), 0, 0];
        player.begin('search', (step) => step <= reached, (node) => act('enter', node));
        player.say('Click the node that the search enters first.');
        find('.score').textContent = '';
    }

    /** The reader cuts, returns, or comes to a node. */
    function act(/** @type {string} */ event, /** @type {number} */ node) {
        if (player.at() < reached) {
            return player.say('You have taken this step. Press → to get back to the newest one.');
        }
        const step = model.steps[player.at()];
        if (!step) {
            return;
        }
        const kind = step.event === 'evaluate' ? 'enter' : step.event;
        if (kind === event && (event !== 'enter' || step.node === node)) {
            asked += 1;
            advance();
        } else {
            wrong.add(player.at());
            player.say(`No. ${explain(step, event, node)}`);
        }
        find('.score').textContent = asked ? `${asked - countWrong()} of ${asked} right on the first try` : '';
    }

    /** How many of the steps that are done were wrong at first. */
    const countWrong = () => [...wrong].filter((step) => step < player.at()).length;

    /** Takes the step, and those after it that leave no choice. */
    function advance() {
        const sentences = [];
        let step;
        do {
            sentences.push(model.steps[player.at()].say);
            player.go(player.at() + 1);
            step = model.steps[player.at()];
        } while (step && !(DONE_BY_READER.includes(step.event) && player.draws(step.node)));
        reached = player.at();
        // A page need not have all steps, and a search can stop early.
        if (!step) {
            const { event, node } = model.steps[reached - 1];
            sentences.push(event === 'return' && !node ? 'The search is complete.' : 'The steps end here.');
        }
        player.say(sentences.join('. '));
    }

    /** Why something else comes next. */
    function explain(/** @type {import('./stepper.js').Step} */ step, /** @type {string} */ event, /** @type {number} */ node) {
        const { called } = model.nodes[step.node];
        const inside = model.nodes[step.node].parent;
        const around = inside === null ? '' : model.nodes[inside].called;
        switch (step.event) {
            case 'cutoff': return `A cutoff at ${called} comes next. ${step.say}.`;
            case 'return': return event === 'cutoff'
                ? `Nothing is left to cut: the search leaves ${called}. ${step.say}.`
                : `The search of ${called} is done, so it returns. ${step.say}.`;
            default:
                if (event === 'enter') {
                    return `The search goes to ${called} next, not to ${model.nodes[node].called}.`;
                }
                return event === 'cutoff'
                    ? `There is no cutoff here. The search goes on with ${called}.`
                    : `The search of ${around || 'the tree'} is not done: ${called} comes next.`;
        }
    }

    panel.addEventListener('click', ({ target }) => {
        const { value } = /** @type {HTMLButtonElement} */ (target);
        if (value) {
            act(value, -1);
        }
    });
    find('.modes').addEventListener('click', ({ target }) => {
        if (/** @type {Element} */ (target).matches('.search')) {
            start();
        }
        panel.hidden = !isSearch();
        if (player.mode() === 'watch') {
            find('.score').textContent = '';
        }
    });
}
