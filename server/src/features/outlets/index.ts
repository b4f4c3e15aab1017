export { createOutlets } from "./create-outlets.ts";
export { importOutlets, newOutlet, type OutletRow } from "./import-outlets.ts";
export {
  areComplete,
  completeRows,
  findProblems,
  type ImportOutcome,
  type ImportProblem,
  type PartialRow,
  type Refuse,
  refusedImport,
  writeRows,
} from "./import-rows.ts";
export { decidePosition, type PositionOutcome } from "./decide-position.ts";
export { type ListedProposal, selectProposals } from "./position-proposals-store.ts";
export { parseOpeningHours } from "./opening-hours/opening-hours-notation-rules.ts";
export { requireOutlets } from "./require-outlets.ts";
export {
  currenciesOf,
  existingOutletIds,
  moneyTermsOf,
  openingHoursOf,
  type OutletRecord,
  outletsById,
  refundPolicies,
} from "./outlets-store.ts";
