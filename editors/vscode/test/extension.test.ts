import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Editor } from "./stand-in";

process.env.PATH = "";
const folder = mkdtempSync(join(tmpdir(), "gametree "));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "server"));

test("if no server is found, each start says so and leads to the setting", async () => {
  const editor = new Editor("/nowhere");
  await editor.start();
  await editor.commands["gametree.restart"]?.();
  await editor.stop();
  const { logged, shown, run } = editor.seen;
  assert.deepEqual(logged, []);
  assert.equal(shown.length, 2);
  assert.match(shown[0] ?? "", /no program gametree on the PATH/);
  assert.deepEqual(run[0], ["workbench.action.openSettings", "gametree.path"]);
});

test("a setting that names no program is an error, although there is a module", async () => {
  writeFileSync(join(folder, "server/gametree.wasm"), "");
  const editor = new Editor(folder);
  editor.set("gametree.path", "/nowhere/gametree");
  await editor.start();
  await editor.stop();
  assert.deepEqual(editor.seen.logged, []);
  assert.match(editor.seen.shown[0] ?? "", /at \/nowhere\/gametree \(the setting gametree\.path\)/);
});

test("the command in the folder of the extension is started", async () => {
  const name = process.platform === "win32" ? "gametree.exe" : "gametree";
  const path = join(folder, "server", name);
  writeFileSync(path, "", { mode: 0o755 });
  const editor = new Editor(folder);
  await editor.start();
  await editor.stop();
  assert.equal(editor.seen.logged[0], `starting ${path}`);
  rmSync(path);
});

test("without a server, the panel says why there is no picture", async () => {
  const editor = new Editor("/nowhere");
  await editor.start();
  editor.open("max { 3, 5 }");
  const panel = editor.showPicture();
  assert.equal((await panel.next("fail")).reason, "The server is not running, so there is no picture.");
  await editor.stop();
});
