/** Actions that require a person at the chair. */
export type ManualAction = "insertCoin" | "pressStop" | "cutPower" | "causeFault" | "clearFault";

export interface ChairOperator {
  /** @returns false if no person can perform the action; the check is then skipped */
  perform(action: ManualAction): Promise<boolean>;
  close(): void;
}

export const absentOperator: ChairOperator = { perform: async () => false, close: () => undefined };
