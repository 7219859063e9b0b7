// Asks the server for browsers, in Node: reads lines with a text in JSON from standard input, and prints for each what the
// server answers, one line of JSON. The arguments are the module, a list of requests, and the parameters of `initialize`.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { exchange } from '../../web/playground/source/exchange.js';

const [path, requests] = [process.argv[2], JSON.parse(process.argv[3])];
const { exports: server } = (await WebAssembly.instantiate(readFileSync(path))).instance;

const send = (...messages) => exchange(server, messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message })))
    .map((answer) => JSON.parse(answer));

send({ id: 0, method: 'initialize', params: JSON.parse(process.argv[4]) });
send({ method: 'initialized', params: {} });
const uri = 'file:///playground.tree';
let version = 0;
for await (const line of createInterface({ input: process.stdin })) {
    version += 1;
    const textDocument = { uri, languageId: 'gametree', version, text: JSON.parse(line) };
    const answers = send(
        { method: 'textDocument/didOpen', params: { textDocument } },
        ...requests.map(({ method, params }, place) => ({ id: place + 1, method, params })),
    );
    send({ method: 'textDocument/didClose', params: { textDocument: { uri } } });
    const byId = answers.filter(({ id }) => id > 0).sort((one, other) => one.id - other.id);
    console.log(JSON.stringify(byId.map(({ result, error }) => result ?? error ?? null)));
}
