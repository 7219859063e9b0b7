// The playground and the tour without a network: all their files are kept when one of them is first visited. A new
// version comes with new files, and is used as soon as no page of the old one is open.
// @ts-check

/** What the build puts here: the name of this version, and all its files. */
const { version, files } = /** @type {{version: string, files: string[]}} */ (BUILT);
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The cache of this version. Other playgrounds on the same site have their own. */
const prefix = `gametree ${worker.registration.scope} `;
const here = prefix + version;

worker.addEventListener('install', (event) => {
    // The browser's own cache may hold files of an older version.
    const requests = files.map((file) => new Request(file, { cache: 'no-cache' }));
    event.waitUntil(caches.open(here).then((cache) => cache.addAll(requests)));
});

worker.addEventListener('activate', (event) => {
    const drop = async () => {
        const old = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== here);
        await Promise.all(old.map((other) => caches.delete(other)));
    };
    event.waitUntil(drop());
});

worker.addEventListener('fetch', (event) => {
    const kept = async () => (await caches.open(here)).match(event.request, { ignoreSearch: true });
    event.respondWith(kept().then((found) => found ?? fetch(event.request)));
});
