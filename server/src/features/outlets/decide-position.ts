import { writeAudit } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import {
  endProposal,
  lockPosition,
  moveOutlet,
  type Position,
  proposalById,
} from "./position-proposals-store.ts";

export interface PositionDecision {
  readonly proposalId: number;
  readonly actor: string;
}

export type PositionOutcome =
  | { readonly kind: "noProposal" }
  /** A newer proposal replaced it, or it was decided already. */
  | { readonly kind: "notWaiting"; readonly status: "replaced" | "accepted" | "refused" }
  | {
      readonly kind: "decided";
      readonly outletId: string;
      readonly before: Position | null;
      /** Null after a refusal: the outlet was not moved. */
      readonly after: Position | null;
    };

interface Verdict extends PositionDecision {
  readonly status: "accepted" | "refused";
  readonly reason: string | null;
}

/** Moves the outlet to the proposed position. */
export const acceptPosition = (tx: Transaction, clock: Clock, decision: PositionDecision) =>
  decide(tx, clock, { ...decision, status: "accepted", reason: null });

/** Leaves the outlet where it is; the manager reads why. */
export const refusePosition = (
  tx: Transaction,
  clock: Clock,
  decision: PositionDecision & { readonly reason: string },
) => decide(tx, clock, { ...decision, status: "refused" });

async function decide(
  tx: Transaction,
  clock: Clock,
  { proposalId, actor, status, reason }: Verdict,
): Promise<PositionOutcome> {
  const named = await proposalById(tx, proposalId);
  if (named === null) return { kind: "noProposal" };
  const { outletId } = named;
  const before = await lockPosition(tx, outletId);
  // Read again under the lock: it may have been replaced or decided before the lock was granted.
  const proposal = await proposalById(tx, proposalId);
  if (before === undefined || proposal === null)
    throw new Error(`outlet ${outletId} of position proposal ${proposalId} is missing`);
  if (proposal.status !== "waiting") return { kind: "notWaiting", status: proposal.status };
  const at = clock.now();
  await endProposal(tx, { proposalId, status, at, actor, reason });
  const to = { latitude: proposal.latitude, longitude: proposal.longitude };
  if (status === "accepted") await moveOutlet(tx, outletId, to);
  await writeAudit(tx, {
    at,
    actor,
    action: `position.${status}`,
    subject: `outlet:${outletId}`,
    detail: { proposalId, from: before, to, reason },
  });
  return { kind: "decided", outletId, before, after: status === "accepted" ? to : null };
}
