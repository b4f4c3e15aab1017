import type { collectionDifferences, collectionList } from "@reposo/contract/revenue/cash-boxes.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { type ReportRange, reportRange } from "#features/statistics/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { zoneOf } from "#platform/time/calendar.ts";
import {
  pageOf,
  readIdCursor,
  readPageCursor,
  totalOf,
  writePageCursor,
} from "#platform/postgres/page-cursor.ts";
import type { CashBoxesDependencies } from "./collection-access.ts";
import { viewCollection } from "./cash-boxes-view.ts";
import {
  type CollectionFilter,
  countCollections,
  type DifferencePlace,
  selectCollections,
  sumAllDifferences,
  sumDifferences,
} from "./collections-store.ts";

type CollectionQuery = Partial<ReportRange> & {
  readonly areaId?: readonly string[];
  readonly exceptAreaId?: readonly string[];
  readonly deviceId?: string;
};

/**
 * Converts a request into a filter. The default range is today.
 * @throws ProductError for an outlet that the caller does not manage, and for an invalid date (see `reportRange`)
 */
export function collectionFilterOf(
  caller: ManagerCaller,
  requestedZone: string | null,
  { range = "today", ...query }: CollectionQuery,
  now: Date,
): CollectionFilter {
  return {
    outletIds: requireOutlets(caller, query),
    range: reportRange({ ...query, range }, now, zoneOf(caller, requestedZone)),
    deviceId: query.deviceId ?? null,
  };
}

/**
 * Returns a page of the collections, corrections, adjustments, and voids of the caller's outlets, newest first
 * (CASH-4).
 */
export async function listCollections(
  { database, clock }: CashBoxesDependencies,
  caller: ManagerCaller,
  requestedZone: string | null,
  { limit = 20, cursor, ...query }: RequestOf<typeof collectionList>,
): Promise<ReplyOf<typeof collectionList>> {
  const filter = collectionFilterOf(caller, requestedZone, query, clock.now());
  const after = cursor === undefined ? null : readIdCursor(query, cursor);
  const [found, counted] = await Promise.all([
    selectCollections(database, filter, after, limit + 1),
    countCollections(database, filter),
  ]);
  const page = pageOf(found, limit, ({ collectionId }) => writePageCursor(query, collectionId));
  return { ...page, items: page.items.map(viewCollection), total: totalOf(counted, page, after === null) };
}

/** Compares counted with expected amounts, summed by chair, outlet, or collector, and in total (CASH-4). */
export async function compareCollections(
  { database, clock }: CashBoxesDependencies,
  caller: ManagerCaller,
  requestedZone: string | null,
  { limit = 20, cursor, ...query }: RequestOf<typeof collectionDifferences>,
): Promise<ReplyOf<typeof collectionDifferences>> {
  const filter = collectionFilterOf(caller, requestedZone, query, clock.now());
  const after = cursor === undefined ? null : (JSON.parse(readPageCursor(query, cursor)) as DifferencePlace);
  const [found, sums] = await Promise.all([
    sumDifferences(database, filter, query.by, { after, limit: limit + 1 }),
    sumAllDifferences(database, filter, query.by),
  ]);
  const page = pageOf(found, limit, ({ id, currency, difference }) =>
    writePageCursor(query, JSON.stringify({ id, currency, difference })),
  );
  const counted = sums.reduce((total, { rows }) => total + rows, 0);
  return {
    from: filter.range.from.toISOString(),
    to: filter.range.to.toISOString(),
    totals: sums,
    rows: page.items,
    nextCursor: page.nextCursor,
    total: totalOf(counted, page, after === null),
  };
}
