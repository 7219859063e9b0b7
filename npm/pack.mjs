// Packs the packages for npm below dist/: node npm/pack.mjs [PLATFORM COMMAND]
//
// `gametree` is the same on all systems: it starts the command, which is in a package for each platform, such as
// `@gametree/linux-x64`. With a PLATFORM and its COMMAND, this packs the package for that platform.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

const root = join(import.meta.dirname, "..");
const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
const value = (key) => new RegExp(`^${key} = "(.*)"$`, "m").exec(cargo)?.[1];
const home = value("repository");
const common = {
  version: value("version"),
  description: value("description"),
  license: value("license"),
  ...(home && { repository: { type: "git", url: `git+${home}.git`, directory: "npm" } }),
};

const folder = mkdtempSync(join(tmpdir(), "gametree-npm-"));
const [platform, command] = process.argv.slice(2);
if (platform) {
  const [os, cpu] = platform.split("-");
  const name = basename(command);
  cpSync(command, join(folder, name));
  cpSync(join(root, "dist/THIRD-PARTY-NOTICES"), join(folder, "THIRD-PARTY-NOTICES"));
  writeFileSync(join(folder, "README.md"), `The command of the package \`gametree\`, for ${platform}.\n`);
  manifest({ name: `@gametree/${platform}`, ...common, os: [os], cpu: [cpu], files: [name, "THIRD-PARTY-NOTICES"] });
} else {
  const main = JSON.parse(readFileSync(join(root, "npm/gametree/package.json"), "utf8"));
  cpSync(join(root, "npm/gametree"), folder, { recursive: true });
  const commands = PLATFORMS.map((each) => [`@gametree/${each}`, common.version]);
  manifest({ ...main, ...common, optionalDependencies: Object.fromEntries(commands) });
}
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) {
  cpSync(join(root, licence), join(folder, licence));
}
mkdirSync(join(root, "dist"), { recursive: true });
const options = { cwd: folder, shell: process.platform === "win32", encoding: "utf8" };
const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", join(root, "dist")], options);
rmSync(folder, { recursive: true });
console.log(`dist/${packed.trim()}`);

function manifest(content) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(content, undefined, 2)}\n`);
}
