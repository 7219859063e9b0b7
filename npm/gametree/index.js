"use strict";

const { spawnSync } = require("node:child_process");
const { optionalDependencies } = require("./package.json");

/** The path of the command for this platform. */
function executable() {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@gametree/${platform}`;
  if (!Object.hasOwn(optionalDependencies, name)) {
    const platforms = Object.keys(optionalDependencies).map((each) => each.replace("@gametree/", ""));
    throw new Error(
      `gametree has no command for ${platform}, only for ${platforms.join(", ")}; ` +
        "with Rust, `cargo install --locked gametree` builds it",
    );
  }
  try {
    return require.resolve(`${name}/${process.platform === "win32" ? "gametree.exe" : "gametree"}`);
  } catch {
    throw new Error(
      `the package ${name}, which contains the command, is missing; ` +
        "install gametree again, without `--omit=optional` or `--no-optional`",
    );
  }
}

/** Runs a command on a text and returns what it prints. */
function run(command, text, options = {}) {
  const call = [command, ...flags(options), "-"];
  const limit = { maxBuffer: Infinity, encoding: "utf8" };
  const { status, stdout, stderr, error } = spawnSync(executable(), call, { ...limit, input: text });
  if (error) throw error;
  // Only findings may have the status 1.
  if (status !== 0 && !(status === 1 && command === "check")) {
    throw new Error(stderr.trim() || `\`gametree ${command}\` ended with the status ${status}`);
  }
  return stdout;
}

function flags(options) {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false) return [];
    if (value === true) return [flag];
    return [value].flat().map((each) => `${flag}=${each}`);
  });
}

const lines = (text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line));

module.exports = {
  executable,
  check: (text, options) => JSON.parse(run("check", text, { ...options, format: "json" })),
  evaluate: (text, options) => JSON.parse(run("eval", text, { ...options, format: "json" }))[0].trees,
  trace: (text, options) => lines(run("trace", text, { ...options, format: "json" })),
  render: (text, options) => run("render", text, options),
};
