import { createInterface } from "node:readline/promises";
import type { VirtualChair } from "#chair-interface.ts";

/** Actions that a person must perform at the chair. */
export type ManualAction = "insertCoin" | "pressStop" | "cutPower" | "causeFault" | "clearFault";

/** Performs manual actions, or requests them from a person. */
export interface ChairOperator {
  /**
   * Resolves when the action has been performed.
   * @returns false if nobody can perform the action, in which case the check is skipped
   */
  perform(action: ManualAction): Promise<boolean>;
  close(): void;
}

/** Performs no action, so that checks that need a person are skipped. */
export const absentOperator: ChairOperator = { perform: async () => false, close: () => undefined };

const instructions: Record<ManualAction, string> = {
  insertCoin: "Insert one coin",
  pressStop: "Press the stop button of the chair",
  cutPower: "Switch the chair off and, after five seconds, on again",
  causeFault: "Cause a fault that the chair reports, such as by pulling a sensor's plug",
  clearFault: "Remove the cause of the fault",
};

/** Requests each action from a person at the terminal, who can skip it. */
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

const powerOffMs = 100;

export function createVirtualOperator(chair: VirtualChair): ChairOperator {
  const actions: Record<ManualAction, () => void> = {
    insertCoin: () => chair.insertCoin(10_00, "PHP"),
    pressStop: () => chair.pressStop(),
    cutPower: () => chair.powerCut(powerOffMs),
    causeFault: () => chair.setFaultCode("E7"),
    clearFault: () => chair.setFaultCode(null),
  };
  return {
    async perform(action) {
      actions[action]();
      return true;
    },
    close: () => undefined,
  };
}
