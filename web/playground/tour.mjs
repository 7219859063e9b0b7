// Builds the pages of the tour from its lessons, which are folders with `lesson.md` and trees.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';
import { exchange } from './source/exchange.js';

/** The blocks whose first word is a tree that the reader works with. */
const EXERCISES = ['exercise', 'reorder', 'write'];
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Asks the server, a WebAssembly module, for the pictures of a tree. */
async function drawing(path) {
    const { exports: server } = (await WebAssembly.instantiate(await readFile(path))).instance;
    const uri = 'file:///lesson.tree';
    const send = (...messages) => exchange(server, messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message })))
        .map((answer) => JSON.parse(answer));
    send({ id: 0, method: 'initialize', params: { capabilities: {} } });
    return (text) => {
        const textDocument = { uri, languageId: 'gametree', version: 0, text };
        const params = { command: 'gametree.pictures', arguments: [uri, { line: 0, character: 0 }] };
        send({ method: 'textDocument/didOpen', params: { textDocument } });
        const [{ result, error }] = send({ id: 1, method: 'workspace/executeCommand', params }).filter(({ id }) => id === 1);
        send({ method: 'textDocument/didClose', params: { textDocument: { uri } } });
        if (!result?.model) {
            throw new Error(error?.message ?? 'its search is hidden');
        }
        return result;
    };
}

/** A lesson on its way to a page. */
class Lesson {
    constructor(folder, name, texts, { command, pictures }) {
        Object.assign(this, { folder, name, texts, command, pictures });
        /** What the script of the page makes work. */
        this.blocks = [];
        /** The files of still pictures. */
        this.stills = new Map();
        const [heading] = /^# (.*)$/m.exec(texts['lesson.md']);
        this.title = heading.slice(2);
        const lesson = this;
        this.markdown = new Marked({
            renderer: {
                code({ text, lang = '' }) {
                    return lesson.block(lang.trim().split(/\s+/), text);
                },
                link({ href, tokens }) {
                    // The pages of the documentation are beside the playground.
                    const address = href.replace(/^\.\.\/\.\.\/docs\/(.*)\.md/, '../../../docs/$1.html');
                    return `<a href="${escaped(address)}">${this.parser.parseInline(tokens)}</a>`;
                },
                table(token) {
                    const cells = (tag, row) => row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
                    const rows = token.rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
                    return `<div class="table" tabindex="0"><table><thead><tr>${cells('th', token.header)}</tr></thead>\n<tbody>${rows}</tbody></table></div>\n`;
                },
            },
        });
        this.html = this.markdown.parse(texts['lesson.md']);
    }

    /** The exercises, by their names. */
    get exercises() {
        return this.blocks.filter(({ kind }) => kind === 'fault' || EXERCISES.includes(kind)).map(({ name }) => name);
    }

    block([kind, file, ...options], text) {
        const words = () => this.markdown.parse(text);
        switch (kind) {
            case 'picture': return this.still(file, options, text);
            case 'think': return this.think(text);
            case 'tree': return `<pre class="listing" tabindex="0"><code>${escaped(text)}</code></pre>\n`;
            case 'tip': return `<div class="aside tip"><strong>Tip</strong>\n${words()}</div>\n`;
            case 'mistake': return `<div class="aside mistake"><strong>A common mistake</strong>\n${words()}</div>\n`;
        }
        const name = `${this.name}/${file.replace('.tree', '')}`;
        const source = this.texts[file];
        if (source === undefined) {
            throw new Error(`${this.name} has no ${file}`);
        }
        const title = /^tree "(.*?)"/m.exec(source)?.[1] ?? file;
        const id = `block-${this.blocks.length}`;
        if (kind === 'stepper' || kind === 'quiz') {
            this.blocks.push({ kind, name, title, answer: this.pictures(source) });
            const begin = kind === 'quiz' ? '<button type="button" class="begin">Start the quiz</button>\n' : '';
            return `<section class="block ${kind}" id="${id}" aria-label="${escaped(title)}">\n${words()}${begin}<div class="drawn"></div>\n</section>\n`;
        }
        if (kind !== 'fault' && !EXERCISES.includes(kind)) {
            throw new Error(`${this.name} has a block \`${kind}\``);
        }
        this.blocks.push({ kind, name, title, text: source, fault: options[0] });
        return kind === 'fault' ? fault(id, title, words(), rules(source)) : exercise(id, kind, title, words());
    }

    still(file, options, caption) {
        const name = [file.replace('.tree', ''), ...options].join('-').replaceAll(/-+/g, '-');
        const picture = execFileSync(this.command, ['render', join(this.folder, file), ...options], { encoding: 'utf8' });
        this.stills.set(`${name}.svg`, picture);
        const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(picture);
        const [, description = ''] = /<desc[^>]*>([^<]*)<\/desc>/.exec(picture) ?? [];
        return `<figure><img src="${name}.svg" width="${Math.round(width)}" height="${Math.round(height)}" alt="${description.replaceAll('"', '&quot;')}">\n<figcaption>${this.markdown.parseInline(caption)}</figcaption></figure>\n`;
    }

    think(text) {
        const [question, answer] = text.split(/^---$/m);
        return `<section class="think">\n${this.markdown.parse(question)}<details><summary>Answer</summary>\n${this.markdown.parse(answer)}</details>\n</section>\n`;
    }
}

const exercise = (id, kind, title, task) => `<section class="block exercise" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="word">Exercise</span> ${escaped(title)}</h3>
${task}<div class="panes"><div class="editor"></div><div class="drawn bare"></div></div>
<p class="verdict" role="status">The checker is being loaded …</p>
<div class="findings" role="group" aria-label="Findings" tabindex="0"><ul></ul></div>
<div class="marks"></div>
${kind === 'write' ? '<section class="sheet" hidden><h4>The sheet that students get</h4><pre tabindex="0"></pre></section>\n' : ''}<p class="acts"><button type="button" class="again">Start again</button> <a class="open" href="../../" target="_blank">Open in the playground</a></p>
</section>
`;

/** The lines of a file that set the rules of its search. */
function rules(source) {
    return source.slice(0, source.search(/^(\/\/\/|tree) /m)).split('\n').filter((line) => line && !line.startsWith('allow')).join('\n');
}

const fault = (id, title, task, lines) => `<section class="block fault" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="word">Find the mistake</span> ${escaped(title)}</h3>
${task}${lines && `<pre class="listing" tabindex="0"><code>${escaped(lines)}</code></pre>\n`}<div class="drawn"></div>
<p>The answers, in the order of the search<span class="numbers" hidden> (C #2 is the second child of C)</span>:</p>
<ol class="answers"></ol>
<p class="verdict" role="status"></p>
</section>
`;

/** Minutes to read a lesson and to do its exercises. */
function minutes({ texts, blocks }) {
    const words = texts['lesson.md'].split(/\s+/).length;
    return Math.max(5, Math.round((words / 150 + 1.5 * blocks.length) / 5) * 5);
}

/**
 * Builds all pages.
 *
 * @param {{lessons: string, folder: string, command: string, module: string, filled: Function, policy: string}} parts
 */
export async function buildTour({ lessons: trees, folder, command, module, filled, policy }) {
    const pictures = await drawing(module);
    const names = (await readdir(trees)).filter((name) => /^\d\d-/.test(name)).sort();
    const lessons = await Promise.all(names.map(async (name) => {
        const files = await readdir(join(trees, name));
        const read = async (file) => [file, await readFile(join(trees, name, file), 'utf8')];
        const texts = Object.fromEntries(await Promise.all(files.map(read)));
        return new Lesson(join(trees, name), name, texts, { command, pictures });
    }));
    const [page, overview] = await Promise.all(['lesson.html', 'tour.html'].map((name) => readFile(name, 'utf8')));
    const json = (id, value) => `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
    const neighbour = (rel, { name, title }, words) => `<a rel="${rel}" href="../${name}/">${words}: ${escaped(title)}</a>`;
    for (const [place, lesson] of lessons.entries()) {
        await mkdir(join(folder, lesson.name), { recursive: true });
        const [before, after] = [lessons[place - 1], lessons[place + 1]];
        const neighbours = [before && neighbour('prev', before, 'Back'), after ? neighbour('next', after, 'Next') : '<a href="../">All lessons</a>'];
        await writeFile(join(folder, lesson.name, 'index.html'), filled(page, {
            policy, title: escaped(lesson.title), number: `Lesson ${place + 1} of ${lessons.length}`, text: lesson.html,
            neighbours: neighbours.filter(Boolean).join(' '), blocks: json('blocks', lesson.blocks),
        }));
        for (const [name, picture] of lesson.stills) {
            await writeFile(join(folder, lesson.name, name), picture);
        }
    }
    const entry = (lesson) => `<li data-lesson="${lesson.name}"><a href="${lesson.name}/">${escaped(lesson.title)}</a> <span>${minutes(lesson)} minutes</span> <span class="progress"></span></li>`;
    const exercises = Object.fromEntries(lessons.map((lesson) => [lesson.name, lesson.exercises]));
    await writeFile(join(folder, 'index.html'), filled(overview, {
        policy: policy.replaceAll("'wasm-unsafe-eval'", ''), lessons: lessons.map(entry).join('\n'), data: json('lessons', exercises),
    }));
}
