/** Actions that a person must perform at the chair. */
export type ManualAction = "insertCoin" | "pressStop" | "cutPower" | "causeFault" | "clearFault";

export interface ChairOperator {
  /** @returns false if nobody can perform the action, in which case the check is skipped */
  perform(action: ManualAction): Promise<boolean>;
  close(): void;
}

export const absentOperator: ChairOperator = { perform: async () => false, close: () => undefined };
