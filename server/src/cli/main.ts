import { runCli } from "./run-cli.ts";
import { processTerminal } from "./terminal.ts";

const terminal = processTerminal();
const exitCode = await runCli(process.argv.slice(2), terminal);
const outputError = await terminal.outputError();
if (outputError !== null) terminal.err(`The command's output could not be written: ${outputError}`);
process.exitCode = outputError !== null && exitCode === 0 ? 1 : exitCode;
