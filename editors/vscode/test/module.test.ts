import assert from "node:assert/strict";
import { test } from "node:test";
import { copyOfExtension, needsModule } from "./copy";
import { Editor } from "./stand-in";

process.env.PATH = "";
const WRONG = "max A = 4 { left: min B { 3, 5 } right: min C { 2, 9 pruned } }";
const NOTICE = "starting the WebAssembly server in the extension, because there is no command gametree on the PATH";
const START = { line: 0, character: 0 };

test("without a command, the module checks texts and draws trees", needsModule, async () => {
  const editor = new Editor(copyOfExtension());
  await editor.start();
  const document = editor.open(WRONG);
  await editor.found(document, "E0301");
  const answer = await editor.commands["gametree.pictures"]?.(document.uri.toString(), START);
  assert.equal(answer.model.nodes[0].called, "MAX A");
  editor.write(document, WRONG.replace("= 4", "= 3"));
  await editor.found(document);
  await editor.stop();
  assert.deepEqual(editor.seen.logged, [NOTICE]);
  assert.deepEqual(editor.seen.shown, []);
});

test("the example of the walkthrough has the mistake that the walkthrough fixes", needsModule, async () => {
  const editor = new Editor(copyOfExtension());
  await editor.start();
  await editor.commands["gametree.openExample"]?.();
  const [document] = editor.documents;
  assert.ok(document);
  await editor.found(document, "E0301", "W0401");
  const [line] = document.getText().split("\n").filter((text) => text.includes("= 4"));
  assert.ok(line?.includes("Root = 4"));
  await editor.stop();
});

test("after a restart, the texts are checked again", needsModule, async () => {
  const editor = new Editor(copyOfExtension());
  await editor.start();
  const document = editor.open(WRONG);
  await editor.found(document, "E0301");
  editor.seen.findings.clear();
  await editor.commands["gametree.restart"]?.();
  await editor.found(document, "E0301");
  await editor.stop();
  assert.deepEqual(editor.seen.logged, [NOTICE, NOTICE]);
});

test("a server that cannot even start is given up, until it is started again", needsModule, async () => {
  const editor = new Editor(copyOfExtension('throw new Error("broken");'));
  await editor.start();
  await editor.commands["gametree.restart"]?.();
  await editor.stop();
  const { logged, shown } = editor.seen;
  assert.equal(logged.filter((line) => line === NOTICE).length, 2);
  assert.equal(logged.filter((line) => line.includes("crashed twice")).length, 2);
  assert.ok(shown.some((message) => message.includes("crashed twice")));
});

/** Lets the server trap while a text with the word PLEASE is open: either at once, or when it draws. */
function trap(word: string): string {
  return `
    const encode = TextEncoder.prototype.encode;
    let isArmed = false;
    TextEncoder.prototype.encode = function (text) {
      isArmed = text.includes("PLEASE") || (isArmed && !/didChange"|didOpen"/.test(text));
      if (isArmed && text.includes("${word}")) throw new WebAssembly.RuntimeError("unreachable");
      return encode.call(this, text);
    };`;
}

for (const word of ["PLEASE", "gametree.pictures"]) {
  test(`a server that traps at ${word} is started again, and not a third time`, needsModule, async () => {
    const editor = new Editor(copyOfExtension(trap(word)));
    const { logged, shown } = editor.seen;
    const crashes = () => logged.filter((line) => line.includes("crashed"));
    await editor.start();
    const document = editor.open("max PLEASE = 4 { 3 }");
    const draw = () => editor.commands["gametree.pictures"]?.(document.uri.toString(), START);
    // The first server is lost with the question; the second one traps again.
    while (crashes().length < 2) {
      await assert.rejects(draw(), /the checker stopped before it answered/);
    }
    assert.match(crashes()[0] ?? "", /was restarted/);
    assert.match(crashes()[1] ?? "", /crashed twice/);
    await assert.rejects(draw(), /the checker stopped before it answered/);
    assert.equal(crashes().length, 2, "a third server was started");
    assert.equal(shown.length, 1);
    editor.write(document, WRONG);
    await editor.found(document, "E0301");
    assert.equal((await draw()).model.nodes[0].called, "MAX A");
    await editor.stop();
  });
}
