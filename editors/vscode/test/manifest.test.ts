import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { listFiles, PackageManager } from "@vscode/vsce";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const { languages, grammars, snippets, configurationDefaults, commands, menus, walkthroughs } = manifest.contributes;
const [language] = languages;
const steps: { description: string; media: { markdown: string }; completionEvents: string[] }[] = walkthroughs[0].steps;

test("all files that the manifest names are packed", async () => {
  const packed = await listFiles({ packageManager: PackageManager.None });
  const bundles = ["out/thread.js", "out/worker.js", "out/page.js"];
  const named = [manifest.main, manifest.browser, ...bundles, ...steps.map(({ media }) => media.markdown), manifest.icon, language.configuration, language.icon.light, language.icon.dark];
  const paths = [...named, ...[...grammars, ...snippets].map(({ path }) => path), "README.md", "CHANGELOG.md"];
  for (const path of paths) assert.ok(packed.includes(path.replace(/^\.\//, "")), path);
});

test("commands have titles, and are those that the menu and the walkthrough run", () => {
  const names: string[] = commands.map(({ command }: { command: string }) => command);
  for (const { title, category } of commands) assert.ok(title && category === "gametree");
  const [button] = menus["editor/title"];
  assert.deepEqual([button.command, button.when], ["gametree.showPicture", "editorLangId == gametree"]);
  assert.ok(commands.find(({ command }: { command: string }) => command === button.command).icon);
  const linked = steps.flatMap(({ description }) => [...description.matchAll(/\]\(command:([\w.]+)\)/g)].map(([, name]) => name));
  assert.deepEqual(linked, ["gametree.openExample", "gametree.showPicture"]);
  const done = steps.flatMap(({ completionEvents }) => completionEvents.map((event) => event.replace("onCommand:", "")));
  for (const name of [...linked, ...done.filter((name) => name.startsWith("gametree"))]) assert.ok(names.includes(name ?? ""), name);
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
