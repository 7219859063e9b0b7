import assert from "node:assert/strict";
import Module, { createRequire } from "node:module";
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
  try {
    return createRequire(__filename)(join(__dirname, "../extension.js"));
  } finally {
    loader._load = original;
  }
}

test("where no command is found, each start says so and leads to the setting", async () => {
  const shown: string[] = [];
  const opened: string[][] = [];
  const commands: Record<string, () => Promise<void>> = {};
  const vscode = anything({
    window: anything({
      showErrorMessage: async (message: string, button: string) => (shown.push(message), button),
    }),
    workspace: anything({
      getConfiguration: () => ({ get: (_: string, byDefault: unknown) => byDefault }),
    }),
    commands: anything({
      registerCommand: (name: string, run: () => Promise<void>) => (commands[name] = run),
      executeCommand: async (...command: string[]) => opened.push(command),
    }),
  });
  process.env.PATH = "";
  const extension = load(vscode);
  await extension.activate({ subscriptions: [] });
  await commands["gametree.restart"]?.();
  await extension.deactivate();
  assert.equal(shown.length, 2);
  assert.match(shown[0] ?? "", /no program gametree on the PATH/);
  assert.deepEqual(opened[0], ["workbench.action.openSettings", "gametree.path"]);
});
