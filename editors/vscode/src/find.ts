/** Looks for the command that the editor starts. */

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/**
 * The path of the command `gametree`: what the setting names, else the one in the folder of the extension, else the first
 * on the search path; `undefined` where none of them is a program.
 */
export function findCommand(
  setting: string,
  extension: string,
  searchPath: string,
  platform = process.platform,
): string | undefined {
  const name = platform === "win32" ? "gametree.exe" : "gametree";
  // A relative path would begin wherever the editor was started, and might lead into a stranger's files.
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  const candidates = [setting, ...[join(extension, "server"), ...folders].map((folder) => join(folder, name))];
  return candidates.find((path) => isAbsolute(path) && isProgram(path));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What to tell somebody for whom no command was found. */
export function howToGet(setting: string): string {
  const looked = setting === "" ? "on the PATH" : `at ${setting} (the setting gametree.path) or on the PATH`;
  return (
    `There is no program gametree ${looked}, and this copy of the extension does not contain it. ` +
    'Install it with "pip install gametree" or "npm install --global gametree". ' +
    "If it is elsewhere, write its absolute path into the setting gametree.path."
  );
}
