import type { ChairOperator, ManualAction } from "./chair-operator.ts";
import type { ChairSession } from "./chair-session.ts";

export interface CheckContext {
  readonly session: ChairSession;
  readonly operator: ChairOperator;
}

/** One rule of the protocol that can be verified from outside the chair. */
export interface Check {
  /** Stable: reports of different firmware versions are compared by it. */
  readonly id: string;
  readonly title: string;
  /** Where the protocol guide states it. */
  readonly section: string;
  /** Actions of a person at the chair; without one the check is skipped. */
  readonly needs?: readonly ManualAction[];
  /** @throws CheckFailure with what was observed instead; CheckSkipped where it does not apply to this chair */
  run(context: CheckContext): Promise<void>;
}
