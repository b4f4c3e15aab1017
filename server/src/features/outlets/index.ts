import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { positionProposal, proposePosition } from "@reposo/contract/outlet-positions.ts";
import type { outletList } from "@reposo/contract/outlets.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { outletsById } from "./outlets-store.ts";
import { viewOutlet, viewProposal } from "./outlets-view.ts";
import { latestProposal } from "./position-proposals-store.ts";
import { proposeOutletPosition } from "./propose-position.ts";
import { requireOutlets } from "./require-outlets.ts";

export { importOutlets, newOutlet, type OutletRow } from "./import-outlets.ts";
export {
  type ImportOutcome,
  type ImportProblem,
  refusedImport,
  repeatedKeys,
} from "./import-outcome.ts";
export { areWhole, completeRows, type Unread } from "./import-rows.ts";
export { acceptPosition, type PositionOutcome, refusePosition } from "./decide-position.ts";
export { type ListedProposal, selectProposals } from "./position-proposals-store.ts";
export { requireOutlets } from "./require-outlets.ts";
export { refundPolicies } from "./refund-policies.ts";
export {
  currencies,
  currenciesOf,
  existingOutletIds,
  type MoneyTerms,
  moneyTermsOf,
  type OutletRecord,
  outletsById,
} from "./outlets-store.ts";

export interface OutletsParts {
  readonly database: Database;
  readonly clock: Clock;
}

export type Outlets = ReturnType<typeof createOutlets>;

export function createOutlets({ database, clock }: OutletsParts) {
  return {
    /** The caller's outlets, by name. */
    listOutlets: async (caller: Pick<ManagerCaller, "outletIds">): Promise<ReplyOf<typeof outletList>> =>
      (await outletsById(database, caller.outletIds)).map(viewOutlet),

    propose: async (
      caller: ManagerCaller,
      request: RequestOf<typeof proposePosition>,
    ): Promise<ReplyOf<typeof proposePosition>> =>
      viewProposal(await proposeOutletPosition(database, clock, caller, request)),

    /** The latest proposal of one of the caller's outlets; null where there is none. */
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
