// The playground without a network: all its files are kept when it is first visited. A new version has a new list.
// @ts-check

/** What the build puts here: the name of this version, and all its files. */
const { version, files } = /** @type {{version: string, files: string[]}} */ (BUILT);
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', (event) => {
    event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
    const old = async () => {
        const names = await caches.keys();
        await Promise.all(names.filter((name) => name.startsWith('gametree ') && name !== version).map((name) => caches.delete(name)));
    };
    event.waitUntil(old().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
    const kept = () => caches.match(event.request, { ignoreSearch: true });
    event.respondWith(kept().then((found) => found ?? fetch(event.request)));
});
