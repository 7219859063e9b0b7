import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Worker as Thread } from "node:worker_threads";
import { copyOfExtension, needsModule } from "./copy";
import { Editor } from "./stand-in";

const bundle = readFileSync(join(__dirname, "../browser.js"), "utf8");

/** The workers that are running. */
const running = new Set<object>();

/** A worker of a browser, in a thread of Node. */
class StandInWorker {
  private readonly thread: Thread;

  constructor(address: string) {
    const script = `
      const { parentPort } = require("node:worker_threads");
      globalThis.addEventListener = (kind, listener) => parentPort.on(kind, (data) => listener({ data }));
      globalThis.postMessage = (message) => parentPort.postMessage(message);
      require(${JSON.stringify(decodeURIComponent(new URL(address).pathname))});`;
    this.thread = new Thread(script, { eval: true });
    running.add(this);
  }

  addEventListener(kind: string, listener: (event: object) => void) {
    this.thread.on(kind, (data) => listener({ data }));
  }

  postMessage(message: unknown) {
    this.thread.postMessage(message);
  }

  terminate() {
    running.delete(this);
    return this.thread.terminate();
  }
}
Object.assign(globalThis, { Worker: StandInWorker });

test("the bundle for browsers needs nothing but VS Code", () => {
  assert.deepEqual([...new Set(bundle.match(/\brequire\("[^"]*"\)/g))], ['require("vscode")']);
  assert.doesNotMatch(bundle, /\bnode:/);
});

test("in a browser, a worker checks texts; a restart and the end terminate it", needsModule, async () => {
  const editor = new Editor(copyOfExtension());
  await editor.start("browser.js");
  assert.equal(running.size, 1);
  const document = editor.open("max A = 4 { 3, 5 }");
  await editor.found(document, "E0301");
  const [first] = running;
  await editor.commands["gametree.restart"]?.();
  assert.equal(running.size, 1);
  assert.ok(first && !running.has(first));
  await editor.stop();
  assert.equal(running.size, 0);
  assert.deepEqual([...new Set(editor.seen.logged)], ["starting the WebAssembly server in the extension"]);
});

test("a copy without the module says so", async () => {
  const editor = new Editor("/nowhere");
  await editor.start("browser.js");
  await editor.stop();
  assert.deepEqual(editor.seen.shown, ["This copy of the extension does not contain the server for browsers."]);
});
