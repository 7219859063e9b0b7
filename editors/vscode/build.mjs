// Bundles the extension and its tests into out/, and puts the licences of all that is in the bundle into LICENSE.txt.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, platform: "node", target: "node20", external: ["vscode"], logLevel: "warning" };
const { metafile } = await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  minify: true,
  metafile: true,
});
await build({
  ...common,
  entryPoints: ["test/*.test.ts"],
  outdir: "out/test",
  external: [...common.external, "@vscode/vsce"],
});

const bundled = Object.keys(metafile.inputs).flatMap((file) => file.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
const licences = ["../..", ...new Set(bundled)].map((folder) => {
  const files = readdirSync(folder).filter((name) => /^licen[cs]e/i.test(name));
  if (files.length === 0) throw new Error(`${folder} is bundled, but it has no licence`);
  const name = folder.replace("../..", "gametree").replace("node_modules/", "");
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, "utf8").trim());
  return [`# ${name}`, ...texts].join("\n\n");
});
writeFileSync("LICENSE.txt", `${licences.join("\n\n")}\n`);
