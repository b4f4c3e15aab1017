import { type InstantRange, zoneOf } from "#platform/time/calendar.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import type { incomeEntries } from "@reposo/contract/revenue/revenue.ts";
import { outletsById, requireOutlets } from "#features/outlets/index.ts";
import {
  countEntries,
  type EntryFilter,
  type EntryPosition,
  type EntryRecord,
  type LateEntryPlace,
  selectEntries,
  sumLateEntries,
} from "#features/revenue/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { pageOf, readPageCursor, totalOf, writePageCursor } from "#platform/postgres/page-cursor.ts";
import { invalidField } from "#platform/http/product-error.ts";
import { orderNumbersOf } from "./statistics-store.ts";
import {
  type FiguresCaller,
  instants,
  type Report,
  reportRange,
  type StatisticsDependencies,
} from "./report-range.ts";

export type IncomeEntryRow = ReplyOf<typeof incomeEntries>["items"][number];

/** Converts a request's filter to a ledger filter: in the caller's time zone and limited to the caller's outlets. */
export function entryFilterOf(
  caller: FiguresCaller,
  requestedZone: string | null,
  request: Omit<RequestOf<typeof incomeEntries>, "limit" | "cursor">,
  now: Date,
): EntryFilter {
  return {
    outletIds: requireOutlets(caller, request),
    range: reportRange(request, now, zoneOf(caller, requestedZone)),
    deviceId: request.deviceId ?? null,
    channel: request.channel ?? null,
    currency: request.currency ?? null,
    ...(request.accountId !== undefined && { accountId: request.accountId }),
  };
}

export async function viewEntries(
  db: Querier,
  entries: readonly Omit<EntryRecord, "position">[],
): Promise<IncomeEntryRow[]> {
  if (entries.length === 0) return [];
  const [outlets, orderNumbers] = await Promise.all([
    outletsById(db, [...new Set(entries.map((entry) => entry.outletId))]),
    orderNumbersOf(db, [...new Set(entries.map((entry) => entry.orderId))]),
  ]);
  const names = new Map(outlets.map((outlet) => [outlet.outletId, outlet.name]));
  return entries.map((entry) => ({
    entryId: String(entry.entryId),
    at: entry.occurredAt.toISOString(),
    orderId: entry.orderId,
    orderNumber: orderNumbers.get(entry.orderId) ?? "",
    deviceId: entry.deviceId,
    areaId: entry.outletId,
    areaName: names.get(entry.outletId) ?? "",
    channel: entry.channel,
    source: entry.source,
    currency: entry.currency,
    amount: entry.amountMinor,
    lateAt: entry.lateAt?.toISOString() ?? null,
  }));
}

export const createIncomeEntries =
  ({ database, clock, monthClosesAfterDays }: StatisticsDependencies): Report<typeof incomeEntries> =>
  async (caller, requestedZone, request) => {
    const { limit = 20, cursor, ...scope } = request;
    const requested = entryFilterOf(caller, requestedZone, request, clock.now());
    const cursorScope = { ...scope, zone: zoneOf(caller, requestedZone) };
    const after = cursor === undefined ? null : readCursor(cursorScope, cursor, clock.now());
    const filter = after === null ? requested : { ...requested, range: after.range };
    const [entries, counted] = await Promise.all([
      selectEntries(database, { ...filter, monthClosesAfterDays }, after, limit + 1),
      countEntries(database, filter),
    ]);
    const page = pageOf(entries, limit, (last) => writeCursor(cursorScope, filter.range, last));
    return {
      ...page,
      items: await viewEntries(database, page.items),
      total: totalOf(counted, page, after === null),
    };
  };

/** Lists a page of the sums of entries that were recorded after their month was closed. */
export const createLateEntries =
  ({ database, clock, monthClosesAfterDays }: StatisticsDependencies): Report<typeof lateEntries> =>
  async (caller, requestedZone, { limit = 20, cursor, ...query }) => {
    const range = reportRange(query, clock.now(), zoneOf(caller, requestedZone));
    const found = await sumLateEntries(database, requireOutlets(caller, query), range, {
      closesAfterDays: monthClosesAfterDays,
      after: cursor === undefined ? null : (JSON.parse(readPageCursor(query, cursor)) as LateEntryPlace),
      limit: limit + 1,
    });
    const { items, nextCursor } = pageOf(
      found,
      limit,
      ({ recordedOn, month, outletName, outletId, deviceId, currency }) => {
        const place: LateEntryPlace = { recordedOn, month, outletName, outletId, deviceId, currency };
        return writePageCursor(query, JSON.stringify(place));
      },
    );
    return {
      ...instants(range),
      lateEntries: items.map((row) => ({
        month: row.month,
        recordedOn: row.recordedOn,
        areaId: row.outletId,
        areaName: row.outletName,
        deviceId: row.deviceId,
        currency: row.currency,
        amount: row.amountMinor,
        entries: row.entries,
        coins: row.coins,
      })),
      nextCursor,
      total: found[0]?.total ?? 0,
    };
  };

/** The cursor contains the range, so that a list of today stays the same if its next page is read after midnight. */
const writeCursor = (scope: unknown, { from, to }: InstantRange, { position, entryId }: EntryPosition) =>
  writePageCursor(scope, `${from.getTime()} ${to.getTime()} ${position} ${entryId}`);

const quarterMs = 900_000;
/** Larger than the distance between now and any range that can be requested. */
const maxDistanceMs = 12 * 366 * 24 * 3_600_000;

function readCursor(scope: unknown, cursor: string, now: Date): EntryPosition & { range: InstantRange } {
  const pattern = /^(\d{1,14}) (\d{1,14}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,15})$/;
  const [, from, to, position = "", entryId] = pattern.exec(readPageCursor(scope, cursor)) ?? [];
  const bounds = [Number(from), Number(to)] as const;
  const at = instantOf(position);
  const isValid =
    bounds.every((bound) => bound % quarterMs === 0 && Math.abs(bound - now.getTime()) < maxDistanceMs) &&
    at >= bounds[0] &&
    at < bounds[1];
  if (!isValid) throw invalidField("cursor", "format");
  const [first, end] = bounds;
  return { range: { from: new Date(first), to: new Date(end) }, position, entryId: Number(entryId) };
}

/**
 * Parses an instant in ISO 8601 to milliseconds; NaN if it is invalid. Unlike `Date.parse`, rejects days that do not
 * exist.
 */
function instantOf(text: string): number {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return Number.NaN;
  }
}
