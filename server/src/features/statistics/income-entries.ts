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
import type { Querier } from "#platform/database.ts";
import { invalidField } from "#platform/product-error.ts";
import { orderNumbersOf } from "./order-numbers-store.ts";
import { reportRange } from "./report-range.ts";
import { type FiguresCaller, type StatisticsParts, zoneOf } from "./statistics-parts.ts";

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
    const filter = entryFilterOf(caller, offsetMinutes, request, clock.now());
    const limit = request.limit ?? 20;
    const after = request.cursor === undefined ? null : readCursor(request.cursor);
    // One row more than asked for tells whether there is a next page.
    const [entries, total] = await Promise.all([
      selectEntries(database, filter, after, limit + 1),
      countEntries(database, filter),
    ]);
    const page = entries.slice(0, limit);
    const last = page.at(-1);
    return {
      items: await viewEntries(database, page),
      nextCursor: entries.length > limit && last ? writeCursor(last) : null,
      total,
    };
  };

const writeCursor = ({ position, entryId }: EntryPosition): string =>
  Buffer.from(`${position} ${entryId}`).toString("base64url");

function readCursor(cursor: string): EntryPosition {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, position, entryId] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,15})$/.exec(text) ?? [];
  if (position === undefined || Number.isNaN(Date.parse(position))) throw invalidField("cursor", "format");
  return { position, entryId: Number(entryId) };
}
