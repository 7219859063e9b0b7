// Bundles the extension and its tests into out/, and puts the licences of all that is in the bundle into LICENSE.txt.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, platform: "node", target: "node20", format: "cjs", external: ["vscode"], logLevel: "warning" };
const { metafile } = await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  minify: true,
  metafile: true,
});
await build({ ...common, entryPoints: ["test/*.test.ts"], outdir: "out/test" });

const licence = (folder) =>
  readdirSync(folder)
    .filter((name) => /^licen[cs]e/i.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8").trim());
const bundled = Object.keys(metafile.inputs).flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
const parts = [["gametree", "../.."], ...[...new Set(bundled)].sort().map((folder) => [folder.split("node_modules/").at(-1), folder])];
const texts = parts.map(([name, folder]) => {
  const own = licence(folder);
  if (own.length === 0) throw new Error(`${name} is bundled, but it has no licence`);
  return `# ${name}\n\n${own.join("\n\n")}\n`;
});
writeFileSync("LICENSE.txt", texts.join("\n"));
