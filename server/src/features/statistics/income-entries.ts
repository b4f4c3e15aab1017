import type { InstantRange } from "@reposo/contract/calendar.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { incomeEntries } from "@reposo/contract/revenue.ts";
import { outletsById, requireOutlets } from "#features/outlets/index.ts";
import {
  countEntries,
  type EntryFilter,
  type EntryPosition,
  type EntryRecord,
  selectEntries,
} from "#features/revenue/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { zoneOf } from "#platform/http/caller.ts";
import { readPageCursor, totalOf, writePageCursor } from "#platform/postgres/page-cursor.ts";
import { invalidField } from "#platform/http/product-error.ts";
import { orderNumbersOf } from "./statistics-store.ts";
import { type FiguresCaller, reportRange, type StatisticsParts } from "./report-range.ts";

type IncomeEntriesRequest = RequestOf<typeof incomeEntries>;
export type IncomeEntryRow = ReplyOf<typeof incomeEntries>["items"][number];

/** The money behind a figure: the filter of a request, in the caller's zone and within the caller's outlets. */
export function entryFilterOf(
  caller: FiguresCaller,
  offsetMinutes: number | null,
  request: Omit<IncomeEntriesRequest, "limit" | "cursor">,
  now: Date,
): EntryFilter {
  return {
    outletIds: requireOutlets(caller, request),
    range: reportRange(request, now, zoneOf(caller, offsetMinutes)),
    deviceId: request.deviceId ?? null,
    channel: request.channel ?? null,
    currency: request.currency ?? null,
    ...(request.accountId !== undefined && { accountId: request.accountId }),
  };
}

/** Entries as they are shown, with the names that they know only by id. */
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
  }));
}

/** A page of the movements of money behind a figure, newest first; `total` counts the whole filter. */
export const createIncomeEntries =
  ({ database, clock }: StatisticsParts) =>
  async (
    caller: FiguresCaller,
    offsetMinutes: number | null,
    request: IncomeEntriesRequest,
  ): Promise<ReplyOf<typeof incomeEntries>> => {
    const { limit = 20, cursor, ...asked } = request;
    const now = entryFilterOf(caller, offsetMinutes, request, clock.now());
    const place = { ...asked, zone: zoneOf(caller, offsetMinutes) };
    const after = cursor === undefined ? null : readCursor(place, cursor, clock.now());
    const filter = after === null ? now : { ...now, range: after.range };
    // One row more than asked for tells whether there is a next page.
    const [entries, counted] = await Promise.all([
      selectEntries(database, filter, after, limit + 1),
      countEntries(database, filter),
    ]);
    const page = entries.slice(0, limit);
    const last = page.at(-1);
    const isLast = entries.length <= limit;
    return {
      items: await viewEntries(database, page),
      nextCursor: last && !isLast ? writeCursor(place, filter.range, last) : null,
      total: totalOf(counted, page.length, { isFirst: after === null, isLast }),
    };
  };

/** Holds the instants too: a list of today that is read over midnight stays the one that was begun. */
const writeCursor = (asked: unknown, { from, to }: InstantRange, { position, entryId }: EntryPosition) =>
  writePageCursor(asked, `${from.getTime()} ${to.getTime()} ${position} ${entryId}`);

const quarterMs = 900_000;
/** Further than any range that can be asked for. */
const furthestMs = 12 * 366 * 24 * 3_600_000;

function readCursor(asked: unknown, cursor: string, now: Date): EntryPosition & { range: InstantRange } {
  const form = /^(\d{1,14}) (\d{1,14}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,15})$/;
  const [, from, to, position = "", entryId] = form.exec(readPageCursor(asked, cursor)) ?? [];
  const bounds = [Number(from), Number(to)] as const;
  const at = instantOf(position);
  const isOurs =
    bounds.every((bound) => bound % quarterMs === 0 && Math.abs(bound - now.getTime()) < furthestMs) &&
    at >= bounds[0] &&
    at < bounds[1];
  if (!isOurs) throw invalidField("cursor", "format");
  const [first, end] = bounds;
  return { range: { from: new Date(first), to: new Date(end) }, position, entryId: Number(entryId) };
}

/** Milliseconds of an instant in ISO 8601, or NaN; unlike `Date.parse`, of a day that the calendar has. */
function instantOf(text: string): number {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return Number.NaN;
  }
}
