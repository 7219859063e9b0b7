// Marks: the page that `gametree grade --html` writes for a student, within another page.
// @ts-check

/** Makes the place for marks. */
export function marksIn(/** @type {HTMLElement} */ place) {
    const root = place.attachShadow({ mode: 'open' });
    return {
        show(/** @type {string} */ page) {
            const { head, body } = new DOMParser().parseFromString(page, 'text/html');
            const sheet = new CSSStyleSheet();
            // The style sets its colours on the root, which a shadow tree does not have.
            sheet.replaceSync((head.querySelector('style')?.textContent ?? '').replaceAll(':root', ':host'));
            root.adoptedStyleSheets = [sheet];
            root.replaceChildren(body);
        },
        clear: () => root.replaceChildren(),
    };
}
