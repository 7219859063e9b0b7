/** A folder of the extension with the server as WebAssembly, as in the packages. */

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/** What `.ci/wasm` builds. Without it, nothing that needs a server is tested. */
const module = process.env.GAMETREE_MODULE;
export const needsModule = { skip: module ? false : "GAMETREE_MODULE does not name the module that .ci/wasm builds" };

/** Makes the folder. `before` is run in each worker before the server. */
export function copyOfExtension(before = ""): string {
  const folder = mkdtempSync(join(tmpdir(), "gametree "));
  after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "server"));
  mkdirSync(join(folder, "out"));
  copyFileSync(module ?? "", join(folder, "server/gametree.wasm"));
  for (const name of ["thread.js", "worker.js"]) {
    writeFileSync(join(folder, "out", name), before + readFileSync(join(__dirname, "..", name), "utf8"));
  }
  return folder;
}
