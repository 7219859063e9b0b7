// Asks the practice module, in Node: reads lines with a question in JSON from standard input, and prints the answers, one
// line of JSON for each. The argument is the module.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { exchange } from '../../web/playground/source/exchange.js';

const { exports: practice } = (await WebAssembly.instantiate(readFileSync(process.argv[2]))).instance;
let id = 0;
for await (const line of createInterface({ input: process.stdin })) {
    id += 1;
    const [answer] = exchange(practice, [JSON.stringify({ id, ask: JSON.parse(line) })]);
    const { Ok, Err } = JSON.parse(answer);
    console.log(JSON.stringify(Ok ?? { error: Err }));
}
