#!/usr/bin/env node
// Starts the command for this platform.
"use strict";

const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");
const { executable } = require("./index.js");

let command;
try {
  command = executable();
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
const { status, signal, error } = spawnSync(command, process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`${command} cannot be started: ${error.message}`);
  process.exit(2);
}
process.exit(signal ? 128 + constants.signals[signal] : status);
