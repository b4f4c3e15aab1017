import type { cashBoxes, outletCash } from "@reposo/contract/revenue/cash-boxes.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { pageOf, readPageCursor, totalOf, writePageCursor } from "#platform/postgres/page-cursor.ts";
import {
  type BoxPlace,
  countBoxes,
  countOutletsWithBoxes,
  type OutletCashRecord,
  selectBoxes,
  selectOutletCash,
} from "./boxes-store.ts";
import type { CashBoxesDependencies } from "./collection-access.ts";
import { viewBox } from "./cash-boxes-view.ts";

/** Returns a page of the cash boxes of the requested outlets with their expected contents (CASH-5). */
export async function listBoxes(
  { database, clock }: CashBoxesDependencies,
  caller: ManagerCaller,
  { limit = 20, cursor, ...query }: RequestOf<typeof cashBoxes>,
): Promise<ReplyOf<typeof cashBoxes>> {
  const asOf = clock.now().toISOString();
  const filter = { outletIds: requireOutlets(caller, query), deviceId: query.deviceId ?? null };
  const after = cursor === undefined ? null : (JSON.parse(readPageCursor(query, cursor)) as BoxPlace);
  const [found, counted] = await Promise.all([
    selectBoxes(database, filter, { sort: query.sort ?? "outlet", after, limit: limit + 1 }),
    countBoxes(database, filter),
  ]);
  const page = pageOf(found, limit, ({ deviceId, outletId, currency, cashMinor, lastCollectedAt }) =>
    writePageCursor(query, JSON.stringify({ deviceId, outletId, currency, cashMinor, lastCollectedAt })),
  );
  const total = totalOf(counted, page, after === null);
  return { asOf, boxes: page.items.map(viewBox), nextCursor: page.nextCursor, total };
}

/** Returns a page of the requested outlets that have chairs, with the sums of their cash boxes (CASH-5). */
export async function listOutletCash(
  { database }: CashBoxesDependencies,
  caller: ManagerCaller,
  { limit = 20, cursor, ...query }: RequestOf<typeof outletCash>,
): Promise<ReplyOf<typeof outletCash>> {
  const outletIds = requireOutlets(caller, query);
  const after = cursor === undefined ? null : (JSON.parse(readPageCursor(query, cursor)) as OutletCashRecord);
  const [found, counted] = await Promise.all([
    selectOutletCash(database, outletIds, after, limit + 1),
    countOutletsWithBoxes(database, outletIds),
  ]);
  const page = pageOf(found, limit, ({ areaId, currency, cash }) =>
    writePageCursor(query, JSON.stringify({ areaId, currency, cash })),
  );
  return { ...page, total: totalOf(counted, page, after === null) };
}
