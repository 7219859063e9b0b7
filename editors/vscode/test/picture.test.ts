import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../src/html";
import { copyOfExtension, needsModule } from "./copy";
import { Editor } from "./stand-in";

process.env.PATH = "";
const TREE = "max A { left: min B { 3, 5 } right: min C { 2, 9 } }";

test("the page loads its script and nothing else", () => {
  const html = page("https://webview/page.js", "123");
  const [, policy = ""] = html.match(/Content-Security-Policy" content="([^"]*)"/) ?? [];
  assert.match(policy, /^default-src 'none'; script-src 'nonce-123'; /);
  assert.doesNotMatch(policy, /https?:|eval|\*/);
  assert.deepEqual(html.match(/<script[^>]*>/g), ['<script nonce="123" src="https://webview/page.js">']);
});

/** An editor with a text and the panel beside it. */
async function drawn(text = TREE, settings: Record<string, unknown> = {}) {
  const editor = new Editor(copyOfExtension());
  Object.assign(editor.settings, settings);
  await editor.start();
  const document = editor.open(text);
  const panel = editor.showPicture();
  const answer = await panel.next("show");
  return { editor, document, panel, answer: answer.answer };
}

test("the panel shows the tree at the cursor, and may load only the bundles", needsModule, async () => {
  const { editor, panel, answer } = await drawn();
  assert.equal(answer.model.nodes.length, 7);
  const { html, options } = panel.webview;
  assert.equal(options.enableScripts, true);
  assert.deepEqual(options.localResourceRoots.map((root: object) => String(root).split("/").pop()), ["out"]);
  assert.match(html, /nonce="[-0-9a-f]{36}" src="https:\/\/webview\/.*\/out\/page\.js"/);
  await editor.stop();
});

test("a change of the text is shown, and a mistake in it is said", needsModule, async () => {
  const { editor, document, panel } = await drawn();
  editor.write(document, "max A {");
  assert.equal(panel.posted.at(-1).kind, "outdate");
  assert.equal((await panel.next("fail")).reason, "this tree has errors, so it cannot be drawn yet");
  editor.write(document, TREE.replace("9", "8"));
  const { answer } = await panel.next("show");
  assert.match(answer.model.source, /2, 8/);
  await editor.stop();
});

test("the node at the cursor is outlined, and a click on a node selects its text", needsModule, async () => {
  const before = "// two trees\nmax { 1, 2 }\n";
  const { editor, document, panel } = await drawn(before + TREE);
  // The cursor moves to another tree.
  const other = panel.next("point");
  editor.move(document.getText().indexOf("min C"));
  assert.equal((await other).offset, TREE.indexOf("min C"));
  const { answer } = panel.posted.findLast(({ kind }) => kind === "show");
  editor.move(document.getText().indexOf("min B"));
  assert.deepEqual(panel.posted.at(-1), { kind: "point", offset: TREE.indexOf("min B") });
  panel.say({ kind: "select", span: answer.model.nodes[4].span });
  await editor.until(() => editor.seen.selected.length > 0);
  assert.deepEqual(editor.seen.selected, ["min C"]);
  // A click on a picture of an older text selects nothing.
  editor.write(document, TREE);
  panel.say({ kind: "select", span: answer.model.nodes[4].span });
  await panel.next("show");
  assert.equal(editor.seen.selected.length, 1);
  await editor.stop();
});

test("the panel follows the editor, and says when the text is closed", needsModule, async () => {
  const { editor, panel } = await drawn();
  const other = editor.open("min Other { 7 }");
  assert.equal((await panel.next("show")).answer.model.nodes[0].called, "MIN Other");
  editor.close(other);
  assert.equal((await panel.next("fail")).reason, "Open a .tree file to see its picture.");
  await editor.stop();
});

test("an exercise shows its answers only if the setting says so", needsModule, async () => {
  const { editor, panel, answer } = await drawn("max A = _ { 3, 5 }");
  assert.ok(answer.picture && !answer.model);
  editor.set("gametree.revealAnswers", true);
  await panel.next("show", ({ answer }) => answer.model);
  await editor.stop();
});

test("a panel of the last session shows the picture again, and a closed one does no harm", needsModule, async () => {
  const editor = new Editor(copyOfExtension());
  await editor.start();
  const document = editor.open(TREE);
  const panel = editor.newPanel();
  await editor.serializers["gametree.picture"].deserializeWebviewPanel(panel, undefined);
  panel.say({ kind: "ready" });
  assert.equal((await panel.next("show")).answer.model.nodes.length, 7);
  panel.dispose();
  const count = panel.posted.length;
  editor.write(document, "max { 1 }");
  await editor.found(document);
  assert.equal(panel.posted.length, count);
  assert.ok((await editor.showPicture().next("show")).answer.model);
  await editor.stop();
});
