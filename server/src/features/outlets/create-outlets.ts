import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type {
  PositionProposal,
  positionProposal,
  proposePosition,
} from "@reposo/contract/outlets/outlet-positions.ts";
import type { outletList } from "@reposo/contract/outlets/outlets.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { type OutletRecord, outletsById } from "./outlets-store.ts";
import { latestProposal, type ShownProposal } from "./position-proposals-store.ts";
import { proposeOutletPosition } from "./propose-position.ts";
import { requireOutlets } from "./require-outlets.ts";

export interface OutletsDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export type Outlets = ReturnType<typeof createOutlets>;

export function createOutlets({ database, clock }: OutletsDependencies) {
  return {
    /** Lists the caller's outlets, sorted by name. */
    async listOutlets(caller: Pick<ManagerCaller, "outletIds">): Promise<ReplyOf<typeof outletList>> {
      return (await outletsById(database, caller.outletIds)).map(viewOutlet);
    },

    propose: async (
      caller: ManagerCaller,
      request: RequestOf<typeof proposePosition>,
    ): Promise<ReplyOf<typeof proposePosition>> =>
      viewProposal(await proposeOutletPosition(database, clock, caller, request)),

    /** Returns the latest proposed position of one of the caller's outlets, or null if there is none. */
    async latestProposal(
      caller: Pick<ManagerCaller, "outletIds">,
      { areaId }: RequestOf<typeof positionProposal>,
    ): Promise<ReplyOf<typeof positionProposal>> {
      requireOutlets(caller, { areaId: [areaId] });
      const proposal = await latestProposal(database, areaId);
      return proposal === null ? null : viewProposal(proposal);
    },
  };
}

const viewOutlet = (outlet: OutletRecord): ReplyOf<typeof outletList>[number] => ({
  areaId: outlet.outletId,
  areaName: outlet.name,
  address: outlet.address,
  timeZone: outlet.timeZone,
  currency: outlet.currency,
  latitude: outlet.latitude,
  longitude: outlet.longitude,
  openingHours: outlet.openingHours,
  devices: outlet.devices,
});

const viewProposal = (proposal: ShownProposal): PositionProposal => ({
  proposalId: String(proposal.proposalId),
  areaId: proposal.outletId,
  latitude: proposal.latitude,
  longitude: proposal.longitude,
  status: proposal.status,
  proposedAt: proposal.proposedAt.toISOString(),
  proposedBy: proposal.proposedBy,
  decidedAt: proposal.decidedAt?.toISOString() ?? null,
  reason: proposal.reason,
});
