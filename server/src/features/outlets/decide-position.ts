import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import {
  endProposal,
  lockPosition,
  moveOutlet,
  type Position,
  proposalById,
} from "./position-proposals-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type PositionOutcome =
  | { readonly kind: "noProposal" }
  /** The proposal was replaced by a newer one, or is already decided. */
  | { readonly kind: "notWaiting"; readonly status: "replaced" | "accepted" | "refused" }
  | {
      readonly kind: "decided";
      readonly outletId: string;
      /** The position before the decision; null if the outlet had no coordinates. */
      readonly before: Position | null;
      /** The new position; null after a refusal. */
      readonly after: Position | null;
    };

type PositionDecision = { readonly proposalId: number; readonly actor: string } & (
  | { readonly status: "accepted"; readonly reason: null }
  | { readonly status: "refused"; readonly reason: string }
);

/**
 * Accepts a proposed position and moves the outlet to it, or refuses the proposal. After a refusal, the outlet keeps
 * its position, and the manager sees the reason.
 */
export async function decidePosition(
  uow: UnitOfWork,
  clock: Clock,
  decision: PositionDecision,
): Promise<PositionOutcome> {
  const { proposalId, actor, status, reason } = decision;
  const named = await proposalById(uow, proposalId);
  if (named === null) return { kind: "noProposal" };
  const { outletId } = named;
  const before = await lockPosition(uow, outletId);
  // The proposal is read again under the outlet's lock, because a concurrent transaction may have replaced or
  // decided it.
  const proposal = await proposalById(uow, proposalId);
  if (before === undefined || proposal === null)
    throw new Error(`outlet ${outletId} of position proposal ${proposalId} is missing`);
  if (proposal.status !== "waiting") return { kind: "notWaiting", status: proposal.status };
  const at = clock.now();
  await endProposal(uow, { ...decision, at });
  const to = { latitude: proposal.latitude, longitude: proposal.longitude };
  if (status === "accepted") await moveOutlet(uow, outletId, to);
  addAuditEntry(uow, {
    at,
    actor,
    action: `position.${status}`,
    subject: `outlet:${outletId}`,
    detail: { proposalId, from: before, to, reason },
  });
  return { kind: "decided", outletId, before, after: status === "accepted" ? to : null };
}
