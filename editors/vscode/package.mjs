// Packs what build.mjs has built into gametree.vsix:
//
//     npm run package [-- --out FILE --target PLATFORM --server COMMAND --module MODULE --notices FILE]
//
// With a COMMAND, the package is for one platform, such as linux-x64, and contains the command. With a MODULE, which
// `.ci/wasm` builds, it contains the server as WebAssembly. The notices are those of what it contains.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";

const string = { type: "string" };
const { values } = parseArgs({ options: { out: string, target: string, server: string, module: string, notices: string } });
const { out = "gametree.vsix", target, server, module, notices } = values;
/** The address of the project, which Cargo.toml has once there is one. */
const home = /^repository = "(.*)"$/m.exec(readFileSync("../../Cargo.toml", "utf8"))?.[1];

const folder = "out/package";
rmSync(folder, { recursive: true, force: true });
for (const file of await listFiles({ packageManager: PackageManager.None })) {
  cpSync(file, `${folder}/${file}`);
}
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
if (home) {
  manifest.repository = { type: "git", url: home, directory: "editors/vscode" };
} else {
  // The pictures have no address: they are written into the text, which VS Code shows and the Marketplace does not accept.
  const readme = readFileSync("README.md", "utf8");
  writeFileSync(`${folder}/README.md`, readme.replace(/\]\((pictures\/[^)]+\.png)\)/g, (_, path) => `](${dataUri(path)})`));
}
writeFileSync(`${folder}/package.json`, JSON.stringify(manifest, undefined, 2));
const inside = [[server, server && basename(server)], [module, "gametree.wasm"], [notices, "THIRD-PARTY-NOTICES.txt"]];
for (const [file, name] of inside.filter(([file]) => file)) {
  cpSync(file, `${folder}/server/${name}`);
}

await createVSIX({
  cwd: folder,
  packagePath: resolve(out),
  target,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: home !== undefined,
  baseContentUrl: home && `${home}/blob/v${manifest.version}/editors/vscode`,
  baseImagesUrl: home && `${home}/raw/v${manifest.version}/editors/vscode`,
});

function dataUri(path) {
  return `data:image/png;base64,${readFileSync(path).toString("base64")}`;
}
