/** Texts and places in them, as VS Code has them. */

export class Position {
  constructor(readonly line: number, readonly character: number) {}
}

export class Range {
  constructor(readonly start: Position, readonly end: Position) {}
}

export class TextDocument {
  readonly languageId = "gametree";
  readonly isClosed = false;
  version = 1;

  constructor(readonly uri: { toString(): string }, private text: string) {}

  getText(range?: Range): string {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }

  replace(text: string): void {
    this.text = text;
    this.version += 1;
  }

  offsetAt({ line, character }: Position): number {
    const before = this.text.split("\n").slice(0, line).map((text) => text.length + 1);
    return before.reduce((sum, length) => sum + length, character);
  }

  positionAt(offset: number): Position {
    const lines = this.text.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines[lines.length - 1]?.length ?? 0);
  }
}
