import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

/** Stands for whatever of VS Code nothing is said of here. */
function anything(known: object): object {
  const get = (target: object, key: string | symbol): unknown => {
    if (Reflect.has(target, key)) return Reflect.get(target, key);
    return typeof key === "symbol" || key === "then" ? undefined : anything({});
  };
  return new Proxy(Object.assign(class {}, known), { get, apply: () => anything({}) });
}

/** Loads the bundle into a VS Code of which there is no more than the tests need. */
function load(vscode: object): { activate(context: object): Promise<void>; deactivate(): Promise<void> } {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const original = loader._load;
  loader._load = (request, ...rest) => (request === "vscode" ? vscode : original.call(loader, request, ...rest));
  const own = createRequire(__filename);
  const bundle = join(__dirname, "../extension.js");
  // Each test has a VS Code of its own.
  delete own.cache[bundle];
  try {
    return own(bundle);
  } finally {
    loader._load = original;
  }
}

/** What the extension logs and shows while it starts in a folder, and the settings that it opens. */
async function start(folder: string): Promise<{ logged: string[]; shown: string[]; opened: string[][] }> {
  const seen = { logged: [] as string[], shown: [] as string[], opened: [] as string[][] };
  const commands: Record<string, () => Promise<void>> = {};
  const vscode = anything({
    window: anything({
      createOutputChannel: () => anything({ info: (text: string) => seen.logged.push(text) }),
      showErrorMessage: async (message: string, button: string) => (seen.shown.push(message), button),
    }),
    workspace: anything({
      getConfiguration: () => ({ get: (_: string, byDefault: unknown) => byDefault }),
    }),
    commands: anything({
      registerCommand: (name: string, run: () => Promise<void>) => (commands[name] = run),
      executeCommand: async (...command: string[]) => seen.opened.push(command),
    }),
  });
  process.env.PATH = "";
  const extension = load(vscode);
  await extension.activate({ subscriptions: [], extensionPath: folder });
  await commands["gametree.restart"]?.();
  await extension.deactivate();
  return seen;
}

test("if no command is found, each start says so and leads to the setting", async () => {
  const { logged, shown, opened } = await start("/nowhere");
  assert.deepEqual(logged, []);
  assert.equal(shown.length, 2);
  assert.match(shown[0] ?? "", /no program gametree on the PATH/);
  assert.deepEqual(opened[0], ["workbench.action.openSettings", "gametree.path"]);
});

test("the command in the folder of the extension is started", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gametree "));
  mkdirSync(join(folder, "server"));
  const name = process.platform === "win32" ? "gametree.exe" : "gametree";
  writeFileSync(join(folder, "server", name), "", { mode: 0o755 });
  const { logged, shown } = await start(folder);
  assert.equal(logged[0], `starting ${join(folder, "server", name)}`);
  assert.deepEqual(shown, []);
  rmSync(folder, { recursive: true });
});
