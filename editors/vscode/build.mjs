// Bundles the extension and its tests into out/, and puts the licences of all that is in the bundles into LICENSE.txt.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const playground = "../../web/playground/source";
const common = { bundle: true, external: ["vscode"], logLevel: "warning" };
const node = { ...common, platform: "node", target: "node20" };
const browser = { ...common, platform: "browser", target: "es2022" };
const bundles = [
  // On a desktop: the extension, and the thread of its server.
  { ...node, entryPoints: { extension: "src/node.ts", thread: "src/thread.ts" } },
  // In a browser: the extension, and the worker of its server.
  { ...browser, entryPoints: { browser: "src/web.ts" }, format: "cjs" },
  { ...browser, entryPoints: { worker: `${playground}/worker.js` } },
  // The page with the picture.
  { ...browser, entryPoints: { page: "webview/page.ts" }, loader: { ".css": "text" }, charset: "utf8" },
];
const built = bundles.map((options) => build({ ...options, outdir: "out", minify: true, metafile: true }));
const inputs = (await Promise.all(built)).flatMap(({ metafile }) => Object.keys(metafile.inputs));
await build({
  ...node,
  entryPoints: ["test/*.test.ts"],
  outdir: "out/test",
  external: [...node.external, "@vscode/vsce"],
});

const bundled = inputs.flatMap((file) => file.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
const licences = ["../..", ...new Set(bundled)].map((folder) => {
  const files = readdirSync(folder).filter((name) => /^licen[cs]e/i.test(name));
  if (files.length === 0) throw new Error(`${folder} is bundled, but it has no licence`);
  const name = folder.replace("../..", "gametree").replace("node_modules/", "");
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, "utf8").trim());
  return [`# ${name}`, ...texts].join("\n\n");
});
writeFileSync("LICENSE.txt", `${licences.join("\n\n")}\n`);
