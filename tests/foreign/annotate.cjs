// Reads annotations from standard input, and writes them with GitHub's toolkit.

const core = require("@actions/core");
const { readFileSync } = require("node:fs");

for (const { kind, message, properties } of JSON.parse(readFileSync(0, "utf8"))) {
  core[kind](message, properties);
}
