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
const first = write("first/gametree", 0o755);
write("second/gametree", 0o755);
const readOnly = write("read only/gametree", 0o644);
mkdirSync(join(folder, "a folder", "gametree"), { recursive: true });
const path = (...names: string[]) => names.map((name) => join(folder, name)).join(delimiter);

test("the setting goes before the search path", () => {
  assert.equal(findCommand(own, path("first"), "linux"), own);
});

test("without a setting the first program on the search path is taken", () => {
  assert.equal(findCommand("", path("missing", "first", "second"), "linux"), first);
});

test("a setting that leads nowhere is passed over", () => {
  for (const setting of [join(folder, "missing"), readOnly, folder, "gametree", "~/gametree"]) {
    assert.equal(findCommand(setting, path("first"), "linux"), first);
  }
});

test("files that cannot be run and folders are no programs", () => {
  assert.equal(findCommand("", path("read only", "a folder"), "linux"), undefined);
});

test("relative and empty entries of the search path are passed over", () => {
  const entries = ["", ".", relative(process.cwd(), join(folder, "first"))];
  assert.equal(findCommand("", entries.join(delimiter), "linux"), undefined);
});

test("on Windows programs end in .exe", () => {
  const program = write("windows/gametree.exe", 0o755);
  assert.equal(findCommand("", path("first", "windows"), "win32"), program);
});

test("where there is none, it is said where it was looked for and how to get it", () => {
  assert.match(howToGet(""), /no program gametree on the PATH\. .*cargo install --path \./);
  assert.match(howToGet("/a/b"), /at \/a\/b \(the setting gametree\.path\) or on the PATH/);
});
