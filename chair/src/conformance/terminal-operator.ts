import { createInterface } from "node:readline/promises";
import type { ChairOperator, ManualAction } from "./chair-operator.ts";

const instructions: Record<ManualAction, string> = {
  insertCoin: "Insert one coin",
  pressStop: "Press the stop button of the chair",
  cutPower: "Switch the chair off and, after five seconds, on again",
  causeFault: "Cause a fault that the chair reports, such as by pulling a sensor's plug",
  clearFault: "Remove the cause of the fault",
};

export function createTerminalOperator(): ChairOperator {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return {
    async perform(action) {
      const answer = await terminal.question(`  ${instructions[action]}, then press Enter (s: skip) `);
      return answer.trim().toLowerCase() !== "s";
    },
    close: () => terminal.close(),
  };
}
