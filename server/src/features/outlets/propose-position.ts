import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { proposePosition } from "@reposo/contract/outlets/outlet-positions.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import {
  endProposal,
  insertProposal,
  latestProposal,
  lockPosition,
  type Position,
  type ShownProposal,
} from "./position-proposals-store.ts";
import { requireOutlets } from "./require-outlets.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Rounds to six decimals, about 0.1 m, as clients do. */
const rounded = ({ latitude, longitude }: Position): Position => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
});

/** Returns whether two positions are equal when rounded to six decimals. */
function isSame(one: Position, other: Position): boolean {
  const [a, b] = [rounded(one), rounded(other)];
  return a.latitude === b.latitude && a.longitude === b.longitude;
}

/**
 * Proposes a position of an outlet, which the operator has to accept. A waiting proposal is replaced, unless it has the
 * same position, so that a retry has no effect.
 * @throws ProductError outletNotFound, positionImplausible for 0° / 0°, or positionUnchanged if the outlet already has
 *   this position
 */
export function proposeOutletPosition(
  database: Database,
  clock: Clock,
  caller: ManagerCaller,
  { areaId: outletId, ...given }: RequestOf<typeof proposePosition>,
): Promise<ShownProposal> {
  requireOutlets(caller, { areaId: [outletId] });
  const position = rounded(given);
  if (isSame(position, { latitude: 0, longitude: 0 })) throw new ProductError("positionImplausible");
  return transact(database, async (uow) => {
    const present = await lockPosition(uow, outletId);
    if (present === undefined) throw new ProductError("outletNotFound");
    if (present !== null && isSame(present, position)) throw new ProductError("positionUnchanged");
    const latest = await latestProposal(uow, outletId);
    const waiting = latest?.status === "waiting" ? latest : null;
    if (waiting !== null && isSame(waiting, position)) return waiting;
    const at = clock.now();
    const actor = actorOf(caller);
    if (waiting !== null) {
      const { proposalId } = waiting;
      await endProposal(uow, { proposalId, status: "replaced", at, actor, reason: null });
    }
    await insertProposal(uow, { outletId, ...position, accountId: caller.accountId, at });
    const proposal = await latestProposal(uow, outletId);
    if (proposal === null) throw new Error(`the position proposed for outlet ${outletId} was not stored`);
    addAuditEntry(uow, {
      at,
      actor,
      action: "position.proposed",
      subject: `outlet:${outletId}`,
      detail: {
        proposalId: proposal.proposalId,
        replaced: waiting?.proposalId ?? null,
        from: present,
        to: position,
      },
    });
    return proposal;
  });
}
