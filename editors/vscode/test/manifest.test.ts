import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { listFiles, PackageManager } from "@vscode/vsce";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const { languages, grammars, snippets, configurationDefaults } = manifest.contributes;
const [language] = languages;

test("all files that the manifest names are packed", async () => {
  const packed = await listFiles({ packageManager: PackageManager.None });
  const named = [manifest.main, manifest.icon, language.configuration, language.icon.light, language.icon.dark];
  const paths = [...named, ...[...grammars, ...snippets].map(({ path }) => path), "README.md", "CHANGELOG.md"];
  for (const path of paths) assert.ok(packed.includes(path.replace(/^\.\//, "")), path);
});

test("the icon of the extension is a PNG of 256 by 256 points", () => {
  const icon = readFileSync(manifest.icon);
  assert.equal(icon.subarray(1, 4).toString(), "PNG");
  assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [256, 256]);
});

test("files are formatted when they are saved, and their signs are not suspicious", () => {
  const defaults = configurationDefaults[`[${language.id}]`];
  assert.equal(defaults["editor.formatOnSave"], true);
  assert.equal(defaults["editor.defaultFormatter"], `${manifest.publisher}.${manifest.name}`);
  for (const kind of ["ambiguousCharacters", "invisibleCharacters", "nonBasicASCII"]) {
    assert.equal(defaults[`editor.unicodeHighlight.${kind}`], false, kind);
  }
});

test("the newest entry of the changelog is about this version", () => {
  const [, newest] = readFileSync("CHANGELOG.md", "utf8").match(/^## (.*)$/m) ?? [];
  assert.equal(newest, manifest.version);
});
