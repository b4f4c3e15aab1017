import { runCli } from "./run-cli.ts";
import { processTerminal } from "./terminal.ts";

const terminal = processTerminal();
const exitCode = await runCli(process.argv.slice(2), terminal);
const lost = await terminal.outputError();
if (lost !== null) terminal.err(`The command's output could not be written: ${lost}`);
process.exitCode = lost !== null && exitCode === 0 ? 1 : exitCode;
