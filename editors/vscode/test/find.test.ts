import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { after, test } from "node:test";
import { findCommand, howToGet } from "../src/find";

const folder = mkdtempSync(join(tmpdir(), "gametree "));
after(() => rmSync(folder, { recursive: true }));

/** Writes a file that can be run, or only read. */
function write(name: string, mode: number): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "");
  chmodSync(path, mode);
  return path;
}

const own = write("own/any name", 0o755);
const bundled = write("extension/server/gametree", 0o755);
/** A copy of the extension without the command. */
const universal = join(folder, "universal");
const extension = join(folder, "extension");
const first = write("first/gametree", 0o755);
write("second/gametree", 0o755);
const readOnly = write("read only/gametree", 0o644);
mkdirSync(join(folder, "a folder", "gametree"), { recursive: true });
const path = (...names: string[]) => names.map((name) => join(folder, name)).join(delimiter);

test("the setting goes before the command in the extension, and that before the search path", () => {
  assert.equal(findCommand(own, extension, path("first"), "linux"), own);
  assert.equal(findCommand("", extension, path("first"), "linux"), bundled);
  assert.equal(findCommand("", extension, "", "linux"), bundled);
});

test("otherwise the first program on the search path is taken", () => {
  assert.equal(findCommand("", universal, path("missing", "first", "second"), "linux"), first);
});

test("a setting that leads nowhere is skipped", () => {
  for (const setting of [join(folder, "missing"), readOnly, folder, "gametree", "~/gametree"]) {
    assert.equal(findCommand(setting, universal, path("first"), "linux"), first);
    assert.equal(findCommand(setting, extension, path("first"), "linux"), bundled);
  }
});

test("files that cannot be run and folders are no programs", () => {
  assert.equal(findCommand("", universal, path("read only", "a folder"), "linux"), undefined);
});

test("relative and empty entries of the search path are skipped", () => {
  const entries = ["", ".", relative(process.cwd(), join(folder, "first"))];
  assert.equal(findCommand("", universal, entries.join(delimiter), "linux"), undefined);
});

test("on Windows programs end in .exe", () => {
  const program = write("windows/gametree.exe", 0o755);
  assert.equal(findCommand("", universal, path("first", "windows"), "win32"), program);
  const inside = write("for windows/server/gametree.exe", 0o755);
  assert.equal(findCommand("", join(folder, "for windows"), "", "win32"), inside);
});

test("if there is none, the message says where it was looked for and how to get it", () => {
  assert.match(howToGet(""), /no program gametree on the PATH,.*pip install gametree/);
  assert.match(howToGet("/a/b"), /at \/a\/b \(the setting gametree\.path\) or on the PATH/);
});
