/** What only somebody at the chair can do. */
export type ManualAction = "insertCoin" | "pressStop" | "cutPower" | "causeFault" | "clearFault";

export interface ChairOperator {
  /** @returns whether it was done; false where nobody can, and the check is skipped */
  perform(action: ManualAction): Promise<boolean>;
  close(): void;
}

/** Nobody is at the chair. */
export const absentOperator: ChairOperator = { perform: async () => false, close: () => undefined };
