// Plays a search: it shows the changes that the model lists for each step, and decides nothing about the search itself.
//
// The model is that of src/render/steps.rs. Texts are set as text, never as markup.
// @ts-check

/**
 * @typedef {[number, string, string]} Change a node, what changes at it, and its new text or state
 * @typedef {{event: string, node: number, alpha: string, beta: string, v: string, say: string, lines: number[],
 *   set: Change[], possible?: [string, string], counts: [number, number, number]}} Step
 * @typedef {{kind: string, called: string, parent: number | null, span: [number, number]}} TreeNode
 * @typedef {{schema: number, nodes: TreeNode[], values: string[], code: [number, string][], source: string,
 *   first: Change[], steps: Step[], more: number}} Model
 * @typedef {ReturnType<typeof mount>} Player
 */

const SHAPES = { max: '▲', min: '▼', chance: '●', leaf: '■' };
const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes the page of a search playable. In another page, it listens to keys only while it has the focus.
 *
 * @param {ParentNode} root the document, or what contains its `body`
 * @param {Model} model the search
 * @param {{moved?: () => void, chosen?: (node: number) => void}} hooks what else happens when another step is shown, and
 *   when the reader chooses a node
 */
export function mount(root, model, { moved, chosen: alsoChosen } = {}) {
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (root.querySelector(selector));
    const page = find('body');
    const picture = pictureOf(find('.picture svg'), model);
    const slider = /** @type {HTMLInputElement} */ (find('footer input'));
    const speed = /** @type {HTMLSelectElement} */ (find('footer select'));
    const last = model.steps.length;
    let now = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** Whether the reader may go to a step; the mode decides that. */
    let allows = (/** @type {number} */ _step) => true;
    /** `watch`, or a mode in which nothing may be seen of what lies ahead. */
    let mode = 'watch';
    const isWatching = () => mode === 'watch';
    const modes = /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll('.modes button')]);

    const code = model.code.map(([depth, text]) => {
        const line = document.createElement('li');
        line.style.paddingInlineStart = `${depth * 1.2 + 0.6}em`;
        line.textContent = text;
        return line;
    });
    find('.code ol').append(...code);
    slider.max = String(last);
    markCutoffs(find('.marks'), model);
    const markSource = writeSource(find('.source pre'), model);
    find('.all').addEventListener('toggle', () => listSteps(find('.all tbody'), model, go), { once: true });

    /** Shows the moment after so many steps. */
    function go(/** @type {number} */ step) {
        now = Math.max(0, Math.min(last, step));
        picture.go(now);
        slider.value = String(now);
        slider.setAttribute('aria-valuetext', `step ${now} of ${last}`);
        find('footer output').textContent = isWatching() ? `${now} / ${last}${model.more ? '+' : ''}` : `step ${now}`;
        show();
        moved?.();
    }

    /** Goes where the reader wants to, if that is allowed. */
    function move(/** @type {number} */ step) {
        pause();
        const target = Math.max(0, Math.min(last, step));
        if (allows(target)) {
            go(target);
        }
    }

    function show() {
        const step = model.steps[now - 1];
        const node = step ? step.node : 0;
        const event = find('.event');
        event.textContent = step ? step.event : 'start';
        event.className = `event ${event.textContent}`;
        find('.where').textContent = model.nodes[node].called;
        find('.say').textContent = step ? sentence(model, now) : 'The search has not begun.';
        code.forEach((line, place) => line.classList.toggle('runs', Boolean(step?.lines.includes(place))));
        const [leaves, cutoffs, skipped] = step ? step.counts : [0, 0, 0];
        find('.leaves').textContent = String(leaves);
        find('.cutoffs').textContent = String(cutoffs);
        find('dd.skipped').textContent = String(skipped);
        showOpen(find('.open tbody'), model, picture, step);
        showNumbers(find('.numbers'), model, step);
        markSource(node);
    }

    const isPlaying = () => timer !== undefined;
    function pause() {
        clearTimeout(timer);
        timer = undefined;
        find('.play').textContent = '▶';
        find('.play').setAttribute('aria-label', 'Play');
    }
    function play() {
        if (isPlaying()) {
            return pause();
        }
        if (now === last) {
            go(0);
        }
        find('.play').textContent = '❚❚';
        find('.play').setAttribute('aria-label', 'Pause');
        const next = () => {
            go(now + 1);
            timer = setTimeout(next, Number(speed.value));
            if (now === last) {
                pause();
            }
        };
        timer = setTimeout(next, Number(speed.value));
    }
    /** The first step from here on of which this holds; otherwise the last one. */
    function next(/** @type {(step: Step) => boolean} */ holds) {
        const place = model.steps.findIndex((step, place) => place >= now && holds(step));
        return place < 0 ? last : place + 1;
    }
    /** Over the current node: to its return. */
    function over() {
        const step = model.steps[now - 1];
        return step && step.event === 'enter'
            ? next((later) => later.node === step.node && later.event === 'return')
            : now + 1;
    }
    /** Out of the current node: to the next step of its parent. */
    function out() {
        const parent = model.nodes[model.steps[now - 1]?.node ?? 0].parent;
        return next((step) => step.node === parent);
    }

    const controls = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => last };
    for (const [name, target] of Object.entries(controls)) {
        find(`footer .${name}`).addEventListener('click', () => move(target()));
    }
    find('.play').addEventListener('click', play);
    slider.addEventListener('input', () => move(Number(slider.value)));

    /** To the step that enters a node, or that skips it. */
    function goToNode(/** @type {number} */ node) {
        const is = (/** @type {Step} */ step) => step.node === node
            || step.set.some(([of, slot, value]) => of === node && slot === 'state' && value === 'skipped');
        const place = model.steps.findIndex(is);
        if (place >= 0) {
            move(place + 1);
        }
    }
    /** What a click on a node does. */
    let choose = goToNode;
    picture.onChoose((node) => {
        choose(node);
        alsoChosen?.(node);
    });
    find('.source pre').addEventListener('click', (event) => {
        const node = /** @type {HTMLElement} */ (event.target).dataset.of;
        if (node) {
            goToNode(Number(node));
        }
    });

    /** @type {Record<string, () => number>} */
    const keys = {
        ArrowLeft: controls.back, ArrowRight: controls.forward, Home: controls.first, End: controls.last,
        ArrowDown: over, ArrowUp: out, c: () => next((step) => step.event === 'cutoff'),
    };
    page.addEventListener('keydown', (event) => {
        const isWithin = (/** @type {string} */ places) => event.target instanceof Element && event.target.closest(places);
        // A button needs the space bar alone; what can be scrolled, or chosen in the picture, needs the arrows.
        const reserved = event.key === ' ' ? 'summary, button, [tabindex]' : event.key === 'c' ? '' : '[tabindex]';
        const hasOtherMeaning = isWithin('input, select') || (reserved && isWithin(reserved));
        if (event.ctrlKey || event.metaKey || event.altKey || hasOtherMeaning) {
            return;
        }
        if (event.key === ' ' && isWatching()) {
            event.preventDefault();
            play();
        } else if (keys[event.key]) {
            event.preventDefault();
            move(keys[event.key]());
        }
    });
    /** Begins a mode again. */
    function begin(/** @type {string} */ name, guard = (/** @type {number} */ _step) => true, chosen = goToNode) {
        pause();
        [mode, allows, choose] = [name, guard, chosen];
        page.dataset.mode = name;
        modes.forEach((button) => button.setAttribute('aria-pressed', String(button.value === name)));
        go(0);
    }
    modes.forEach((button) => button.addEventListener('click', () => begin(button.value)));
    begin('watch');
    return {
        go,
        move,
        modes,
        begin,
        at: () => now,
        mode: () => mode,
        /** The step, or the mode in which nobody may see it. */
        place: () => (isWatching() ? `step=${now}` : mode),
        draws: picture.draws,
        say: (/** @type {string} */ text) => (find('.say').textContent = text),
    };
}

/** The sentence of a step; after the last step of a page that does not have all, how many are left out. */
function sentence(/** @type {Model} */ model, /** @type {number} */ now) {
    const { say } = model.steps[now - 1];
    return now === model.steps.length && model.more ? `${say}. The page leaves out ${model.more} more step${model.more === 1 ? '' : 's'}.` : say;
}

/**
 * The picture, whose nodes can be chosen.
 *
 * @param {HTMLElement} svg
 * @param {Model} model
 */
function pictureOf(svg, model) {
    /** @type {Map<number, {figure?: Element, edge?: Element, cut?: Element, order?: Element}>} */
    const parts = new Map();
    for (const slot of ['node', 'edge', 'cut', 'order']) {
        for (const part of svg.querySelectorAll(`[data-${slot}]`)) {
            const node = Number(part.getAttribute(`data-${slot}`));
            parts.set(node, { ...parts.get(node), [slot === 'node' ? 'figure' : slot]: part });
        }
    }
    /** What is set at each node: the state of the picture, of which the page shows those nodes that are drawn. */
    const states = model.nodes.map(() => /** @type {Record<string, string>} */ ({}));
    /** What each step replaced, to go back. @type {Change[][]} */
    const undo = [];
    let current = 0;
    svg.setAttribute('role', 'group');
    const [width, height] = ['width', 'height'].map((side) => Number(svg.getAttribute(side)));
    // A wide picture gets the whole width of the page.
    svg.closest('main')?.classList.toggle('wide', width > 2.1 * height && width > 700);
    svg.style.maxWidth = `${width * 1.6}px`;

    // The picture comes with the widest text everywhere. At the beginning, nothing of the search is in it.
    for (const [node, { figure, edge, cut, order }] of parts) {
        if (model.nodes[node].kind !== 'leaf' && !figure?.classList.contains('stack')) {
            figure?.querySelectorAll('.value, .long, .window').forEach((text) => (text.textContent = ''));
        }
        if (order) {
            order.textContent = '';
            order.setAttribute('aria-hidden', 'true');
        }
        figure?.classList.remove('skipped');
        edge?.classList.remove('skipped', 'pv');
        cut?.setAttribute('display', 'none');
    }

    function set(/** @type {Change} */ [node, slot, value]) {
        const before = states[node][slot] ?? '';
        states[node][slot] = value;
        return /** @type {Change} */ ([node, slot, before]);
    }
    function draw(/** @type {number} */ node) {
        const part = parts.get(node);
        const state = states[node];
        if (!part) {
            return;
        }
        const { figure, edge, cut, order } = part;
        for (const name of ['open', 'done', 'skipped']) {
            figure?.classList.toggle(name, state.state === name);
        }
        edge?.classList.toggle('skipped', state.state === 'skipped' && state.pv !== 'yes');
        edge?.classList.toggle('pv', state.pv === 'yes');
        edge?.classList.toggle('path', state.state === 'open');
        state.cut === 'yes' ? cut?.removeAttribute('display') : cut?.setAttribute('display', 'none');
        const write = (/** @type {string} */ slot, /** @type {string | undefined} */ text) => {
            const place = figure?.querySelector(`.${slot}`);
            if (place && text !== undefined) {
                place.textContent = text;
            }
            return place;
        };
        write('value', state.value)?.classList.toggle('bound', /^[≤≥]/.test(state.value ?? ''));
        write('long', state.long);
        write('window', state.window);
        if (order) {
            order.textContent = state.order ?? '';
        }
        const inside = figure?.querySelector('.value')?.textContent ?? '';
        figure?.setAttribute('aria-label', spoken(model.nodes[node], state, inside));
    }

    /** @type {number | undefined} */
    let marked;
    function go(/** @type {number} */ step) {
        const changed = new Set();
        const apply = (/** @type {Change[]} */ changes) => changes.map((change) => {
            changed.add(change[0]);
            return set(change);
        });
        for (; current < step; current += 1) {
            const taken = model.steps[current];
            undo[current] = apply([
                ...taken.set,
                [taken.node, 'alpha', taken.alpha], [taken.node, 'beta', taken.beta], [taken.node, 'v', taken.v],
            ]);
        }
        for (; current > step; current -= 1) {
            apply(undo[current - 1].reverse());
        }
        changed.forEach(draw);
        if (marked !== undefined) {
            parts.get(marked)?.figure?.classList.remove('now');
        }
        marked = model.steps[step - 1]?.node;
        if (marked !== undefined) {
            parts.get(marked)?.figure?.classList.add('now');
        }
    }
    model.first.forEach(set);
    [...parts.keys()].forEach(draw);

    const figures = [...parts].flatMap(([node, { figure }]) => (figure ? [/** @type {const} */ ([node, figure])] : []));
    const draws = (/** @type {number} */ node) => Boolean(parts.get(node)?.figure);
    return { go, states, draws, onChoose: (/** @type {(node: number) => void} */ choose) => makeNodesKeys(figures, model, choose) };
}

/** What a screen reader says of a node: all that is seen, in that order. */
function spoken(/** @type {TreeNode} */ node, /** @type {Record<string, string>} */ state, inside = '') {
    const value = node.called.endsWith(` ${inside}`) ? '' : inside;
    const order = state.order ? `${ordinal(Number(state.order))} leaf evaluated` : '';
    return [node.called, value, state.long, state.window, order, state.state].filter(Boolean).join(', ');
}

/** `1st`, `2nd`, `3rd`, `4th`. */
function ordinal(/** @type {number} */ place) {
    const kind = new Intl.PluralRules('en', { type: 'ordinal' }).select(place);
    return place + ({ one: 'st', two: 'nd', few: 'rd' }[/** @type {string} */ (kind)] ?? 'th');
}

/**
 * One node at a time can be reached with the Tab key; from there arrows lead to its parent, its children and its siblings.
 *
 * @param {(readonly [number, Element])[]} figures
 * @param {Model} model
 * @param {(node: number) => void} choose
 */
function makeNodesKeys(figures, model, choose) {
    const places = new Map(figures);
    const siblings = (/** @type {number} */ node) =>
        figures.map(([other]) => other).filter((other) => model.nodes[other].parent === model.nodes[node].parent);
    const beside = (/** @type {number} */ node, /** @type {number} */ by) => {
        const all = siblings(node);
        return all[all.indexOf(node) + by];
    };
    const to = {
        ArrowUp: (/** @type {number} */ node) => model.nodes[node].parent,
        ArrowDown: (/** @type {number} */ node) => figures.find(([other]) => model.nodes[other].parent === node)?.[0],
        ArrowLeft: (/** @type {number} */ node) => beside(node, -1),
        ArrowRight: (/** @type {number} */ node) => beside(node, 1),
    };
    for (const [node, figure] of figures) {
        figure.setAttribute('role', 'button');
        figure.setAttribute('tabindex', node === figures[0][0] ? '0' : '-1');
        figure.addEventListener('click', () => choose(node));
        figure.addEventListener('keydown', (event) => {
            const { key } = /** @type {KeyboardEvent} */ (event);
            if (key === 'Enter' || key === ' ') {
                event.preventDefault();
                return choose(node);
            }
            const target = key in to ? to[/** @type {keyof typeof to} */ (key)](node) : undefined;
            const next = target === undefined || target === null ? undefined : places.get(target);
            if (next) {
                event.preventDefault();
                figure.setAttribute('tabindex', '-1');
                next.setAttribute('tabindex', '0');
                /** @type {HTMLElement} */ (/** @type {unknown} */ (next)).focus();
            }
        });
    }
}

/** Red marks on the slider, where the cutoffs are. */
function markCutoffs(/** @type {HTMLElement} */ marks, /** @type {Model} */ model) {
    model.steps.forEach((step, place) => {
        if (step.event === 'cutoff') {
            const mark = document.createElement('span');
            mark.style.insetInlineStart = `${((place + 1) / model.steps.length) * 100}%`;
            marks.append(mark);
        }
    });
}

/** A row of a table. */
function row(/** @type {string[]} */ cells) {
    const tr = document.createElement('tr');
    tr.append(...cells.map((cell) => {
        const td = document.createElement('td');
        td.textContent = cell;
        return td;
    }));
    return tr;
}

/** The nodes that the search is in, with α, β and v. */
function showOpen(
    /** @type {HTMLElement} */ body,
    /** @type {Model} */ model,
    /** @type {{states: Record<string, string>[]}} */ picture,
    /** @type {Step | undefined} */ step,
) {
    const path = [];
    for (let node = step ? step.node : null; node !== null; node = model.nodes[node].parent) {
        path.unshift(node);
    }
    body.replaceChildren(...path.map((node) => {
        const { kind, called } = model.nodes[node];
        const { alpha = '', beta = '', v = '' } = picture.states[node];
        const shown = row([`${SHAPES[/** @type {keyof typeof SHAPES} */ (kind)]} ${called}`, alpha, beta, v || '–']);
        shown.classList.toggle('now', node === step?.node);
        return shown;
    }));
}

/** All steps, as `gametree trace` lists them. */
function listSteps(/** @type {HTMLElement} */ body, /** @type {Model} */ model, /** @type {(step: number) => void} */ go) {
    body.append(...model.steps.map((step, place) => {
        const { alpha, beta, v, event, say } = step;
        const shown = row([String(place + 1), model.nodes[step.node].called, alpha, beta, v, event, say]);
        shown.addEventListener('click', () => go(place + 1));
        return shown;
    }));
}

/**
 * Writes the text of the tree, in which each node can be clicked. Returns what marks a node in it.
 *
 * @param {HTMLElement} pre
 * @param {Model} model
 */
function writeSource(pre, model) {
    /** @type {Map<number, HTMLElement>} */
    const marks = new Map();
    let end = 0;
    model.nodes.forEach(({ span: [from, to] }, node) => {
        if (from < end) {
            return;
        }
        const mark = document.createElement('span');
        mark.dataset.of = String(node);
        mark.textContent = model.source.slice(from, to);
        marks.set(node, mark);
        pre.append(model.source.slice(end, from), mark);
        end = to;
    });
    pre.append(model.source.slice(end));
    /** @type {HTMLElement | undefined} */
    let marked;
    return (/** @type {number} */ node) => {
        marked?.classList.remove('now');
        marked = marks.get(node);
        marked?.classList.add('now');
    };
}

/** The number that a text is, for its place on the line. */
function number(/** @type {string} */ text) {
    const [over, under = '1'] = text.replace('−', '-').split('/');
    return over === '∞' ? Infinity : over === '-∞' ? -Infinity : Number(over) / Number(under);
}

/** The line of numbers: the values of the leaves as dots, the window as a band, v as a mark below. */
function showNumbers(/** @type {HTMLElement} */ svg, /** @type {Model} */ model, /** @type {Step | undefined} */ step) {
    const finite = model.values.filter((value) => Number.isFinite(number(value)));
    const [least, greatest] = [number(finite[0] ?? '0'), number(finite[finite.length - 1] ?? '0')];
    const [left, right] = [40, 320];
    const place = (/** @type {string} */ text) => {
        const value = number(text);
        const part = greatest > least ? (value - least) / (greatest - least) : 0.5;
        return value === -Infinity ? 12 : value === Infinity ? 348 : Math.max(18, Math.min(342, left + part * (right - left)));
    };
    const draw = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ attributes, text = '') => {
        const element = document.createElementNS(SVG, name);
        Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, String(value)));
        element.textContent = text;
        return element;
    };
    const drawn = [draw('line', { class: 'axis', x1: 12, x2: 348, y1: 34, y2: 34 })];
    if (step && step.alpha && step.beta && ![step.alpha, step.beta].some((end) => end.includes(' '))) {
        const [alpha, beta] = [place(step.alpha), place(step.beta)];
        const crossed = number(step.alpha) >= number(step.beta) ? ' crossed' : '';
        drawn.push(draw('rect', {
            class: `window${crossed}`, x: Math.min(alpha, beta), width: Math.abs(beta - alpha), y: 24, height: 20,
        }));
        for (const [name, x, shift] of /** @type {const} */ ([['α', alpha, -1], ['β', beta, 1]])) {
            drawn.push(draw('line', { class: `end${crossed}`, x1: x, x2: x, y1: 20, y2: 48 }));
            const apart = Math.abs(beta - alpha) < 16 ? shift * 8 : 0;
            drawn.push(draw('text', { class: `end${crossed}`, x: x + apart, y: 14 }, name));
        }
    }
    if (step && step.possible) {
        const [from, to] = step.possible.map(place);
        drawn.push(draw('rect', { class: 'possible', x: from, width: to - from, y: 50, height: 4 }));
    }
    let end = -Infinity;
    for (const value of ['−∞', ...finite, '∞']) {
        const x = place(value);
        if (value !== '−∞' && value !== '∞') {
            drawn.push(draw('circle', { class: 'leaf', cx: x, cy: 34, r: 2.6 }));
        }
        const half = value.length * 3.4;
        if (x - half > end + 2 && (value === '∞' || x + half < 340)) {
            drawn.push(draw('text', { class: 'tick', x, y: 68 }, value));
            end = x + half;
        }
    }
    if (step && step.v && !step.v.includes(' ')) {
        const x = place(step.v);
        drawn.push(draw('path', { class: 'v', d: `M${x} 48l5 9h-10z` }));
    }
    svg.replaceChildren(...drawn);
}
