import { publishEvents } from "#features/live-events/index.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { insertEntriesWithRollups, type LedgerEntry } from "./revenue-store.ts";

/**
 * Defers a ledger entry until the next flush or the commit. An entry whose `source` and `sourceId` already exist is not
 * written again; an amount of 0 is not booked.
 */
export function addLedgerEntry(uow: UnitOfWork, entry: LedgerEntry, now: Date): void {
  if (entry.amountMinor !== 0) uow.defer(ledgerEntries, [{ entry, now }]);
}

const ledgerEntries: DeferredRows<{ entry: LedgerEntry; now: Date }, { outletId: string }> = {
  stage: "ledgerEntries",
  statement: (rows) =>
    insertEntriesWithRollups(rows.map(({ entry, now }) => ({ ...entry, recordedAt: now }))),
  onWritten(uow, rows, booked) {
    const at = rows[0]?.now as Date;
    if (booked.length > 0)
      publishEvents(
        uow,
        ...booked.map(({ outletId }) => ({ name: "revenue", outletId, subject: outletId, at }) as const),
      );
  },
};
