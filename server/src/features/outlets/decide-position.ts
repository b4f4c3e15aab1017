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

export interface PositionDecision {
  readonly proposalId: number;
  readonly actor: string;
}

export type PositionOutcome =
  | { readonly kind: "noProposal" }
  /** The proposal was replaced by a newer one, or is already decided. */
  | { readonly kind: "notWaiting"; readonly status: "replaced" | "accepted" | "refused" }
  | {
      readonly kind: "decided";
      readonly outletId: string;
      readonly before: Position | null;
      /** The new position; null after a refusal. */
      readonly after: Position | null;
    };

interface Verdict extends PositionDecision {
  readonly status: "accepted" | "refused";
  readonly reason: string | null;
}

/** Accepts a proposed position and moves the outlet to it. */
export const acceptPosition = (uow: UnitOfWork, clock: Clock, decision: PositionDecision) =>
  decide(uow, clock, { ...decision, status: "accepted", reason: null });

/** Refuses a proposed position. The outlet keeps its position, and the manager sees the reason. */
export const refusePosition = (
  uow: UnitOfWork,
  clock: Clock,
  decision: PositionDecision & { readonly reason: string },
) => decide(uow, clock, { ...decision, status: "refused" });

async function decide(
  uow: UnitOfWork,
  clock: Clock,
  { proposalId, actor, status, reason }: Verdict,
): Promise<PositionOutcome> {
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
  await endProposal(uow, { proposalId, status, at, actor, reason });
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
