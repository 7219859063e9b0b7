/** Starts `gametree lsp` and lets VS Code talk with it. */

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { findCommand, howToGet } from "./find";

let channel: vscode.LogOutputChannel;
/** The folder of the extension, which may contain the command. */
let folder: string;
let client: LanguageClient | undefined;
/** Starts and stops happen one after the other, however fast they are asked for. */
let last: Promise<void> = Promise.resolve();

export function activate(context: vscode.ExtensionContext): Promise<void> {
  channel = vscode.window.createOutputChannel("gametree", { log: true });
  folder = context.extensionPath;
  context.subscriptions.push(
    channel,
    vscode.commands.registerCommand("gametree.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("gametree.path")) {
        void restart();
      }
    }),
  );
  return restart();
}

export function deactivate(): Promise<void> {
  return then(stop);
}

function restart(): Promise<void> {
  return then(async () => {
    await stop();
    await start();
  });
}

function then(step: () => Promise<void>): Promise<void> {
  // The client tells the user itself what went wrong.
  last = last.then(step).catch((error: unknown) => channel.error(String(error)));
  return last;
}

async function start(): Promise<void> {
  const setting = vscode.workspace.getConfiguration("gametree").get("path", "").trim();
  const command = findCommand(setting, folder, process.env.PATH ?? "");
  if (command === undefined) {
    void tellHowToGet(setting);
    return;
  }
  channel.info(`starting ${command}`);
  client = new LanguageClient(
    "gametree",
    "gametree",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "gametree" }],
      synchronize: { configurationSection: "gametree" },
      outputChannel: channel,
    },
  );
  await client.start();
}

async function stop(): Promise<void> {
  const stopped = client;
  client = undefined;
  if (stopped?.isRunning()) {
    await stopped.stop();
  }
}

async function tellHowToGet(setting: string): Promise<void> {
  const open = "Open the setting";
  if ((await vscode.window.showErrorMessage(howToGet(setting), open)) === open) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "gametree.path");
  }
}
