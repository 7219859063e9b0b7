// @ts-check

/** Keeps the playground and the tour for later visits without a network; the folder is that of the playground. */
export function keepOffline(/** @type {string} */ folder) {
    if ('serviceWorker' in navigator) {
        void navigator.serviceWorker.register(`${folder}/offline.js`).catch(() => {});
    }
}
