/** The picture of the tree at the cursor, in a panel beside the text. */

import * as vscode from "vscode";
import { page } from "./html";
import type { Answer, FromPage, ToPage } from "./messages";

/** The kind of the panel: after a restart, VS Code gives panels of this kind back. */
const KIND = "gametree.picture";
/** Milliseconds from the last change of the text, or the last move of the cursor, to the next picture. */
const PAUSE = 150;

type Ask = (document: vscode.TextDocument, place: vscode.Position) => Promise<Answer>;

export class Picture {
  private panel: vscode.WebviewPanel | undefined;
  /** The text whose tree is shown. */
  private document: vscode.TextDocument | undefined;
  /** The range of the tree in the picture; nothing while the picture is one of an older text. */
  private drawn: { from: number; to: number } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was asked for; only the newest answer is shown. */
  private turn = 0;

  constructor(
    private readonly folder: vscode.Uri,
    private readonly ask: Ask,
  ) {}

  /** Makes the command and the panel work, until what is returned is disposed of. */
  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.commands.registerCommand("gametree.showPicture", () => this.open()),
      vscode.window.registerWebviewPanelSerializer(KIND, { deserializeWebviewPanel: async (panel) => this.fill(panel) }),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document }, selections: [first] }) => {
        if (document === this.document && first) this.point(first.active);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges: { length } }) => {
        if (document === this.document && length > 0) this.outdate();
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document === this.document) this.show(undefined);
      }),
      { dispose: () => this.panel?.dispose() },
    );
  }

  /** Draws the tree again soon, after whatever else happens now. */
  refresh(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), PAUSE);
  }

  private open(): void {
    if (this.panel) {
      this.panel.reveal(undefined, true);
      return this.follow(vscode.window.activeTextEditor);
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    // While the panel is hidden, the step of the search must not be lost.
    this.fill(vscode.window.createWebviewPanel(KIND, "Picture", column, { retainContextWhenHidden: true }));
  }

  /** Loads the page into a panel. The page says when it is ready. */
  private fill(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    panel.onDidDispose(() => {
      clearTimeout(this.timer);
      this.panel = this.document = undefined;
    });
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.folder, "out")] };
    webview.onDidReceiveMessage((message: FromPage) => {
      message.kind === "ready" ? void this.draw() : void this.select(...message.span);
    });
    webview.html = page(webview.asWebviewUri(vscode.Uri.joinPath(this.folder, "out/page.js")).toString(), crypto.randomUUID());
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    this.follow([activeTextEditor, ...visibleTextEditors].find(isTree));
  }

  /** Shows the tree of another editor, if there is one in it. */
  private follow(editor: vscode.TextEditor | undefined): void {
    if (this.panel && isTree(editor) && editor?.document !== this.document) {
      this.show(editor?.document);
    }
  }

  private show(document: vscode.TextDocument | undefined): void {
    this.document = document;
    this.outdate();
  }

  private outdate(): void {
    this.drawn = undefined;
    this.turn += 1;
    this.post({ kind: "outdate" });
    this.refresh();
  }

  private async draw(): Promise<void> {
    this.turn += 1;
    const { turn, document } = this;
    const tell = (message: ToPage) => this.turn === turn && this.post(message);
    if (!document) {
      return void tell({ kind: "fail", reason: "Open a .tree file to see its picture." });
    }
    try {
      const answer = await this.ask(document, this.cursor());
      if (tell({ kind: "show", answer })) {
        const { start, end } = answer.range;
        const offset = ({ line, character }: typeof start) => document.offsetAt(new vscode.Position(line, character));
        this.drawn = { from: offset(start), to: offset(end) };
        this.point(this.cursor());
      }
    } catch (error) {
      tell({ kind: "fail", reason: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Outlines the node at the cursor, or draws the tree that the cursor has moved to. */
  private point(cursor: vscode.Position): void {
    const offset = this.document?.offsetAt(cursor) ?? 0;
    if (this.drawn && this.drawn.from <= offset && offset <= this.drawn.to) {
      this.post({ kind: "point", offset: offset - this.drawn.from });
    } else {
      this.refresh();
    }
  }

  /** Selects the text of a node. The keys still move through the picture. */
  private async select(from: number, to: number): Promise<void> {
    const { document, drawn } = this;
    if (document && drawn) {
      const [start, end] = [document.positionAt(drawn.from + from), document.positionAt(drawn.from + to)];
      const viewColumn = this.editor()?.viewColumn ?? vscode.ViewColumn.One;
      const selection = new vscode.Range(start, end);
      await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, selection });
    }
  }

  private editor(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    return [activeTextEditor, ...visibleTextEditors].find((editor) => editor?.document === this.document);
  }

  private cursor(): vscode.Position {
    return this.editor()?.selection.active ?? new vscode.Position(0, 0);
  }

  /** Says whether there is a page to tell something. */
  private post(message: ToPage): boolean {
    void this.panel?.webview.postMessage(message);
    return this.panel !== undefined;
  }
}

function isTree(editor: vscode.TextEditor | undefined): boolean {
  return editor?.document.languageId === "gametree";
}
