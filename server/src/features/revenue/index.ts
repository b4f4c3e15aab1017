export { type AccountSums, sumByAccount } from "./counter-cash-store.ts";
export {
  addSums,
  currenciesAmong,
  income,
  incomeByPoint,
  incomeOfDevice,
  incomeUntil,
  type Sums,
  sumUntil,
} from "./income.ts";
export {
  lateTimeOfOrder,
  lateTimesOfOrders,
  lateTimesOfOutlets,
  type LateEntryPlace,
  sumLateEntries,
} from "./late-entries-store.ts";
export { allEntries, type EntryPosition, type EntryRecord, selectEntries } from "./ledger-entries-store.ts";
export {
  addLedgerEntry,
  type Channel,
  type EntryFilter,
  type EntrySource,
  type LedgerEntry,
  rollUpLedger,
} from "./revenue-store.ts";
export {
  countEntries,
  type DeviceSums,
  type OutletSums,
  sumByDevice,
  sumByOutlet,
} from "./rollup-sums-store.ts";
