import type { outletList } from "@reposo/contract/outlets.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Database } from "#platform/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { outletsById } from "./outlets-store.ts";
import { viewOutlet } from "./outlets-view.ts";

export { importOutlets, newOutlet, type OutletRow } from "./import-outlets.ts";
export {
  type ImportOutcome,
  type ImportProblem,
  refusedImport,
  repeatedKeys,
} from "./import-outcome.ts";
export { areWhole, completeRows, type Unread } from "./import-rows.ts";
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
}

export type Outlets = ReturnType<typeof createOutlets>;

export function createOutlets({ database }: OutletsParts) {
  return {
    /** The caller's outlets, by name. */
    listOutlets: async (caller: Pick<ManagerCaller, "outletIds">): Promise<ReplyOf<typeof outletList>> =>
      (await outletsById(database, caller.outletIds)).map(viewOutlet),
  };
}
