/** The tree of the walkthrough, which has a wrong claim. */

import * as vscode from "vscode";

const EXAMPLE = `// MAX chooses a move, then MIN chooses a leaf. What is the tree worth?
tree "A first tree" {
    max Root = 4 plays left {
        left:  min Left   { 3, 12, 8 }
        right: min Right  { 2, 4, 6 }
    }
}
`;

export async function openExample(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "gametree", content: EXAMPLE });
  await vscode.window.showTextDocument(document);
}
