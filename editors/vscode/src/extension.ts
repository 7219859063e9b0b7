/** What the extension does wherever VS Code runs: it connects with a server, and shows pictures. */

import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { openExample } from "./example";
import type { Answer } from "./messages";
import { Picture } from "./picture";

/** A client that has not started yet. */
export interface Connection {
  client: BaseLanguageClient;
  /** Ends what the client leaves behind. */
  close(): void;
}

/** Finds a server; if there is none, tells the user, and returns nothing. */
export type Connect = (channel: vscode.LogOutputChannel, options: LanguageClientOptions) => Promise<Connection | undefined>;

let channel: vscode.LogOutputChannel;
let picture: Picture;
let connect: Connect;
let connection: Connection | undefined;
/** Starts and stops happen one after the other, however fast they are asked for. */
let last: Promise<void> = Promise.resolve();

export function run(context: vscode.ExtensionContext, how: Connect): Promise<void> {
  connect = how;
  channel = vscode.window.createOutputChannel("gametree", { log: true });
  picture = new Picture(context.extensionUri, ask);
  context.subscriptions.push(
    channel,
    picture.register(),
    vscode.commands.registerCommand("gametree.openExample", openExample),
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
    picture.refresh();
  });
}

function then(step: () => Promise<void>): Promise<void> {
  // The client tells the user itself what went wrong.
  last = last.then(step).catch((error: unknown) => channel.error(String(error)));
  return last;
}

async function start(): Promise<void> {
  connection = await connect(channel, {
    documentSelector: [{ language: "gametree" }],
    synchronize: { configurationSection: "gametree" },
    outputChannel: channel,
    middleware: {
      workspace: {
        // The server asks for settings when they have changed. They decide what pictures show.
        configuration: (params, token, next) => {
          picture.refresh();
          return next(params, token);
        },
      },
    },
  });
  await connection?.client.start();
}

async function stop(): Promise<void> {
  const stopped = connection;
  connection = undefined;
  try {
    if (stopped?.client.isRunning()) {
      await stopped.client.stop();
    }
  } catch (error) {
    // A server that does not end as it should is no reason not to start another one.
    channel.error(String(error));
  } finally {
    stopped?.close();
  }
}

/** The pictures of the tree at a place. */
async function ask(document: vscode.TextDocument, place: vscode.Position): Promise<Answer> {
  await last;
  if (!connection?.client.isRunning()) {
    throw new Error("The server is not running, so there is no picture.");
  }
  const { code2ProtocolConverter: convert } = connection.client;
  const params = { command: "gametree.pictures", arguments: [convert.asUri(document.uri), convert.asPosition(place)] };
  return connection.client.sendRequest("workspace/executeCommand", params);
}
