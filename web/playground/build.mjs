// Builds the playground and the tour in a folder: `node build.mjs MODULES EXAMPLES LESSONS COMMAND FOLDER`, where MODULES is
// the folder that `.ci/wasm` builds, EXAMPLES is a folder of trees, LESSONS is that of the tour, and COMMAND is gametree.
// FOLDER gets the page of the playground with the files that it loads, `gametree-playground.html`, which is one file and
// loads nothing, and the tour in `tour/`.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { buildTour } from './tour.mjs';

const [modules, trees, lessons, command, folder] = process.argv.slice(2);
const MODULES = ['gametree.wasm.xz', 'practice.wasm.xz'];
const FILES = ['index.html', 'site.js', 'site.css', 'worker.js', ...MODULES, 'examples.json'];
const OPTIONS = { bundle: true, minify: true, charset: 'utf8', target: 'es2022', format: 'esm', write: false, logLevel: 'warning' };

/** Bundles a script or a style sheet. Scripts import the styles of the search page as text. */
async function bundled(entry, options = {}) {
    const { outputFiles: [{ text }] } = await build({ ...OPTIONS, entryPoints: [entry], ...options });
    return text;
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** What may be loaded; `unsafe-inline` is for the styles of the editor and of pictures. */
const policy = (scripts, workers, connections) => `default-src 'none'; script-src ${scripts} 'wasm-unsafe-eval'; worker-src ${workers}; `
    + `connect-src ${connections}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'`;
/** JSON in a page: a browser ends a script at `</script>`, wherever that is. */
const inPage = (id, value) => `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
/** A module in a page, in base64. */
async function inBase64(name) {
    const bytes = await readFile(join(modules, name));
    return `<script type="application/octet-stream" id="${name}">${bytes.toString('base64')}</script>`;
}
const filled = (page, parts) => Object.entries(parts).reduce((page, [name, part]) => page.replace(`<!-- ${name} -->`, () => part), page);

const text = { loader: { '.css': 'text' } };
const page = await readFile('index.html', 'utf8');
const style = await bundled('source/play.css');
const worker = await bundled('source/worker.js', { format: 'iife' });
const names = (await readdir(trees)).filter((name) => name.endsWith('.tree')).sort();
const examples = await Promise.all(names.map(async (name) => (
    { name: name.replace('.tree', ''), text: await readFile(join(trees, name), 'utf8') })));

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const write = (name, contents) => writeFile(join(folder, name), contents);

await write('site.js', await bundled('source/site.js', text));
await write('site.css', style);
await write('worker.js', worker);
await write('examples.json', JSON.stringify(examples));
for (const name of MODULES) {
    await cp(join(modules, name), join(folder, name));
}
await write('index.html', filled(page, {
    policy: policy("'self'", "'self'", "'self'"),
    style: '<link rel="stylesheet" href="site.css">',
    script: '<script type="module" src="site.js"></script>',
}));
const script = (await bundled('source/one-file.js', text)).replaceAll('</script', '<\\/script');
await write('gametree-playground.html', filled(page, {
    policy: policy(hash(script), 'blob:', "'none'"),
    style: `<style>${style}</style>`,
    script: [
        ...await Promise.all(MODULES.map(inBase64)),
        inPage('worker', worker),
        inPage('examples', examples),
        `<script type="module">${script}</script>`,
    ].join('\n'),
}));

const tour = join(folder, 'tour');
await mkdir(tour);
await writeFile(join(tour, 'tour.css'), await bundled('source/tour/tour.css'));
await writeFile(join(tour, 'lesson.js'), await bundled('source/tour/lesson.js', text));
await writeFile(join(tour, 'overview.js'), await bundled('source/tour/overview.js'));
await buildTour({ lessons, folder: tour, command, module: join(modules, 'gametree.wasm'), filled, policy: policy("'self'", "'self'", "'self'") });

const ofTour = (await readdir(tour, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/')).sort();
const kept = [...FILES, ...ofTour];
const contents = await Promise.all(kept.map((name) => readFile(join(folder, name))));
const version = createHash('sha256').update(Buffer.concat(contents)).digest('hex').slice(0, 16);
// A reader asks for the folder of a page.
const files = [...kept, ...kept.map((name) => /(.*)index\.html$/.exec(name)).filter(Boolean).map(([, place]) => place || './')];
await write('offline.js', await bundled('source/offline.js', { format: 'iife', define: { BUILT: JSON.stringify({ version, files }) } }));
