import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { QueryClient } from "@tanstack/react-query";
import { alertsQuery } from "#manager/alerts/index.ts";
import { holds, type UserInfo } from "#manager/shared/session/account.ts";
import { periodProblems } from "#manager/statistics/index.ts";
import { listQuery, type PageCursor, rowsPerPage } from "#manager/shared/lists/list-query.ts";

import { apiListQuery, apiQuery, operationOf } from "#shared/api/api-query.ts";
import {
  type CashSelection,
  collectedToday,
  outletFields,
  periodRequest,
  readCashSelection,
} from "./cash-selection.ts";

/** Rows of a page, and rows added by each tap on "More". Not all are loaded, because there may be many. */
const limit = 100;

interface Pages {
  readonly initialPageParam: PageCursor;
  readonly getNextPageParam: (last: { readonly nextCursor: string | null }) => PageCursor | null;
}
const pages: Pages = {
  initialPageParam: {},
  getNextPageParam: ({ nextCursor }) => (nextCursor === null ? null : { cursor: nextCursor }),
};

const staleTime = 30_000;
/** Live events do not contain the cash in the boxes, so it is polled. */
const polling = { staleTime, refetchInterval: staleTime };

/** The cash boxes of the chosen outlets. */
export const cashBoxesQuery = (selection: CashSelection) => ({
  ...apiListQuery(
    "cashBoxes",
    { ...outletFields(selection), sort: selection.sort === "round" ? "amount" : selection.sort, limit },
    pages,
  ),
  ...polling,
});

/** The cash in the boxes of each chosen outlet. */
export const outletCashQuery = (selection: CashSelection) => ({
  ...apiListQuery("outletCash", { ...outletFields(selection), limit }, pages),
  ...polling,
});

/** The box of one device ID. */
export const cashBoxQuery = (deviceId: string) => apiQuery("cashBoxes", { deviceId, limit: 1 });

/**
 * The collections of the period.
 * @param zone `zoneKey` of the time zone in which days are counted
 */
export const collectionsQuery = (selection: CashSelection, zone: string | null) =>
  listQuery<Collection>(
    apiQuery("collectionList", { ...periodRequest(selection), limit: rowsPerPage }, zone),
  );

/** The differences of the period's collections, by chair, outlet, or collector. */
export const differencesQuery = (selection: CashSelection, zone: string | null) => ({
  ...apiListQuery(
    "collectionDifferences",
    { ...periodRequest(selection), by: selection.by, limit },
    pages,
    zone,
  ),
  staleTime,
});

/** What was collected today from the chosen outlets, by collector. */
export const collectedTodayQuery = (selection: CashSelection, zone: string | null) =>
  differencesQuery(collectedToday(selection), zone);

/** A signed link to the photo of a collection. */
export const photoQuery = (collectionId: string) => apiQuery("collectionPhoto", { collectionId });

/** Operations whose replies a collection changes. */
const cashOperations: readonly unknown[] = [
  "cashBoxes",
  "outletCash",
  "collectionList",
  "collectionDifferences",
  "collectionPhoto",
];

/** Refetches what the page shows, after a collection was recorded, corrected, or voided. */
export const refetchCash = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: (query) => cashOperations.includes(operationOf(query)) });

/** The queries of the first view of the page. */
export function firstCashQueries({
  search,
  account,
  zone,
  now,
}: {
  readonly search: string;
  readonly account: UserInfo;
  readonly zone: string | null;
  readonly now: string;
}) {
  const selection = readCashSelection(new URLSearchParams(search));
  if (selection.view === "boxes")
    return [
      cashBoxesQuery(selection),
      collectedTodayQuery(selection, zone),
      ...(selection.sort === "round"
        ? // Tells which boxes are due.
          holds(account, "home")
          ? [alertsQuery({})]
          : []
        : account.outlets.length > 1
          ? [outletCashQuery(selection)]
          : []),
    ];
  // By the day in UTC, which suffices: a period is limited to ten years before and after today.
  if (periodProblems(selection.report.period, now.slice(0, 10)) !== null) return [];
  return selection.view === "collections"
    ? [collectionsQuery(selection, zone)]
    : [differencesQuery(selection, zone)];
}
