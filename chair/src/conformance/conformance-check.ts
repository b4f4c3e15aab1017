import type { ChairOperator, ManualAction } from "./chair-operator.ts";
import type { ChairSession } from "./chair-session.ts";

export interface CheckContext {
  readonly session: ChairSession;
  readonly operator: ChairOperator;
}

/** One rule of a section of the protocol guide that can be verified from outside the chair. */
export interface SectionCheck {
  /** Stable ID, so that reports of different firmware versions can be compared. */
  readonly id: string;
  readonly title: string;
  /** Actions that a person must perform at the chair. If nobody is there, the check is skipped. */
  readonly needs?: readonly ManualAction[];
  /**
   * @throws CheckFailure with the observed behaviour if the chair breaks the rule; CheckSkipped if the rule does not
   * apply to this chair
   */
  run(context: CheckContext): Promise<void>;
}

export interface Check extends SectionCheck {
  /** The section of the protocol guide that states the rule. */
  readonly section: string;
}
