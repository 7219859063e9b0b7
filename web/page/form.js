// A sheet to fill in: it puts the answers into the text of the sheet. It does not know which answers are right.
//
// The model is that of src/paper/form.rs.
// @ts-check

/**
 * @typedef {{before: string, between: string, after: string, empty: string}} Written
 * @typedef {string | {field: number, written: Written}} Piece
 */

/** @type {{file: string, pieces: Piece[]}} */
const sheet = JSON.parse(/** @type {HTMLElement} */ (document.getElementById('model')).textContent ?? '');
const fields = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-field]')]);
const result = /** @type {HTMLTextAreaElement} */ (document.querySelector('textarea'));
const report = /** @type {HTMLElement} */ (document.querySelector('[role=status]'));
const entries = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (
    [...document.querySelectorAll('.field input, .field select')]);

const own = (/** @type {HTMLElement} */ field) =>
    /** @type {typeof entries} */ ([...field.querySelectorAll('input, select')]);

/** Whether an entry would change the text around it: a comment, or quotation marks or brackets without their partners. */
function reachesOut(/** @type {string} */ entry) {
    const bare = entry.replace(/"[^"]*"/g, '');
    /** @type {string[]} */
    const open = [];
    for (const sign of bare) {
        // Sets have brackets such as `(2, 4]`.
        if ('[({'.includes(sign)) {
            open.push(sign === '{' ? '}' : ')]');
        } else if ('])}'.includes(sign) && !open.pop()?.includes(sign)) {
            return true;
        }
    }
    return open.length > 0 || /"|\/\//.test(bare);
}

/** What is wrong with what a reader has entered in a field; empty if it can be an answer. */
function fault(/** @type {HTMLElement} */ field) {
    const values = own(field).filter((entry) => entry instanceof HTMLInputElement).map((entry) => entry.value.trim());
    if (values.some(reachesOut)) {
        return 'a bracket or quotation mark has no partner, or there is `//`';
    }
    return values.includes('') && values.some(Boolean) ? 'one of its two numbers is missing' : '';
}

/** Which answers are left out of the text, as a sentence. */
function leftOut() {
    const faults = fields.map((field) => [field.closest('fieldset')?.querySelector('legend')?.textContent, fault(field)]);
    const wrong = new Set(faults.filter(([, fault]) => fault).map(([legend, fault]) => `${legend?.split(' ')[0]} (${fault})`));
    return wrong.size ? `Not yet in the text: ${[...wrong].join(', ')}.` : '';
}

/** What a reader has entered in a field: one or two parts; none if it cannot be an answer. */
function parts(/** @type {HTMLElement} */ field) {
    const [first] = own(field);
    if (first instanceof HTMLInputElement && first.type === 'checkbox') {
        return first.checked ? [''] : [];
    }
    const values = own(field).map((entry) => entry.value.trim());
    return values.includes('') || fault(field) ? [] : values;
}

/** The text of the sheet with the answers. */
function answered() {
    return sheet.pieces.map((piece) => {
        if (typeof piece === 'string') {
            return piece;
        }
        const { before, between, after, empty } = piece.written;
        const values = parts(fields[piece.field]);
        return values.length ? before + values.join(between) + after : empty;
    }).join('');
}

// Answers survive a reload, where the browser allows that. The same sheet has the same key.
const key = `gametree ${sheet.pieces.filter((piece) => typeof piece === 'string').join('')}`;
const state = (/** @type {HTMLInputElement | HTMLSelectElement} */ entry) =>
    entry instanceof HTMLInputElement && entry.type === 'checkbox' ? entry.checked : entry.value;
function keep() {
    result.value = answered();
    report.textContent = '';
    try {
        localStorage.setItem(key, JSON.stringify(entries.map(state)));
    } catch {
        // Then a reload loses them.
    }
}
function restore() {
    try {
        const kept = JSON.parse(localStorage.getItem(key) ?? '[]');
        entries.forEach((entry, place) => {
            if (typeof kept[place] === 'boolean') {
                /** @type {HTMLInputElement} */ (entry).checked = kept[place];
            } else if (typeof kept[place] === 'string') {
                entry.value = kept[place];
            }
        });
    } catch {
        // There is nothing to restore.
    }
}

document.addEventListener('input', keep);
document.addEventListener('change', () => {
    for (const field of fields) {
        const isFaulty = fault(field) !== '';
        own(field).forEach((entry) => entry.setAttribute('aria-invalid', String(isFaulty)));
    }
    report.textContent = leftOut();
});
document.querySelector('.save')?.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([answered()], { type: 'text/plain' }));
    link.download = sheet.file;
    link.click();
    URL.revokeObjectURL(link.href);
    report.textContent = `Look for ${sheet.file} in your downloads. ${leftOut()}`;
});
document.querySelector('.copy')?.addEventListener('click', async () => {
    result.select();
    try {
        await navigator.clipboard.writeText(result.value);
        report.textContent = `Copied. ${leftOut()}`;
    } catch {
        report.textContent = 'The text is selected: copy it with your keyboard.';
    }
});

// A field and its node in the picture belong together.
const figure = (/** @type {HTMLElement} */ field) =>
    field.closest('section')?.querySelector(`[data-node="${field.dataset.of}"]`);
for (const field of fields) {
    field.addEventListener('focusin', () => figure(field)?.classList.add('now'));
    field.addEventListener('focusout', () => figure(field)?.classList.remove('now'));
}
for (const section of document.querySelectorAll('section.tree')) {
    section.addEventListener('click', ({ target }) => {
        const node = target instanceof Element ? target.closest('[data-node]')?.getAttribute('data-node') : null;
        const field = node ? section.querySelector(`[data-of="${node}"]`) : null;
        /** @type {HTMLElement | null | undefined} */ (field?.querySelector('input, select'))?.focus();
    });
}
restore();
keep();

export {};
