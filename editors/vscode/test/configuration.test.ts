import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const configuration = JSON.parse(readFileSync("language-configuration.json", "utf8"));

test("words are names with their primes and hyphens, unknowns, and numbers", () => {
  const { pattern, flags } = configuration.wordPattern;
  const words = `max A' = -2.5 plays O-O {?x', größe: 1_000 "3" fail-soft} −7`.match(new RegExp(pattern, `${flags}g`));
  assert.deepEqual(words, ["max", "A'", "-2.5", "plays", "O-O", "?x'", "größe", "1_000", "3", "fail-soft", "−7"]);
});

test("lines behind an open brace are indented, and closing braces are not", () => {
  const { increaseIndentPattern: increase, decreaseIndentPattern: decrease } = configuration.indentationRules;
  for (const line of ["max A {", "a: min { // why", "{ { 3, 5 } {", "} {"]) {
    assert.match(line, new RegExp(increase));
  }
  for (const line of ["max { 3 }", "// max {", "    /// Is it {", "} }", "3, 5"]) {
    assert.doesNotMatch(line, new RegExp(increase));
  }
  assert.match("    } expect", new RegExp(decrease));
  assert.doesNotMatch("3 }", new RegExp(decrease));
});

test("question text goes on in the next line, comments do not", () => {
  const [rule] = configuration.onEnterRules;
  assert.match("    /// What is it?", new RegExp(rule.beforeText));
  assert.doesNotMatch("// a note", new RegExp(rule.beforeText));
  assert.doesNotMatch("max { 3 } /// late", new RegExp(rule.beforeText));
  assert.equal(rule.action.appendText, "/// ");
});
