import {
  type BoxSort,
  boxSorts,
  type DifferenceGroup,
  differenceGroups,
} from "@reposo/contract/revenue/report-values.ts";
import {
  allOutlets,
  hasNamedOutlets,
  overviewRequest,
  selectionQuery,
  readSelection,
  type ReportSelection,
} from "#manager/statistics/index.ts";
import { replaceAddress } from "#manager/search/index.ts";
import { type AddressQuery, hrefOf, oneOf } from "#shared/routing/routes.ts";

export const cashViews = ["boxes", "collections", "differences"] as const;
export type CashView = (typeof cashViews)[number];

/** `round`: the due boxes first, by outlet. The server sorts it like `amount`. */
export const cashSorts = ["round", ...boxSorts] as const;
export type CashSort = "round" | BoxSort;

/** The state of the page. The address contains all of it, so that Back, a reload, and a copied link restore it. */
export interface CashSelection {
  readonly view: CashView;
  readonly sort: CashSort;
  readonly by: DifferenceGroup;
  readonly report: ReportSelection;
  /** The parameters of the view's table apart from `sort`: its columns, and how the rows of a loaded table are sorted. */
  readonly table: AddressQuery;
}

/** Reads the selection from an address, and ignores an hour and unknown values. The default period is this month. */
export function readCashSelection(query: URLSearchParams): CashSelection {
  const report = readSelection(query);
  const period = query.has("range") ? report.period : { ...report.period, range: "thisMonth" as const };
  const view = oneOf(cashViews, query.get("view")) ?? "boxes";
  return {
    view,
    sort: oneOf(cashSorts, query.get("sort")) ?? "round",
    by: oneOf(differenceGroups, query.get("by")) ?? "devices",
    report: { ...report, columns: [], period: { ...period, hour: null } },
    table: {
      column: query.getAll("column"),
      ...(view !== "boxes" && { sort: query.get("sort"), order: query.get("order") }),
    },
  };
}

export function hrefOfCash({ view, sort, by, report, table }: CashSelection): string {
  const { range } = report.period;
  return hrefOf("cash", {
    ...selectionQuery(report),
    range: range === "thisMonth" ? null : range,
    view: view === "boxes" ? null : view,
    sort: sort === "round" ? null : sort,
    by: by === "devices" ? null : by,
    ...table,
  });
}

/** Returns the selection with another view, whose table has its own columns. */
export const withView = (selection: CashSelection, view: CashView): CashSelection => ({
  ...selection,
  view,
  table: {},
});

export function changeTo(selection: CashSelection): void {
  replaceAddress(hrefOfCash(selection));
}

/** The differences of today by collector, of the same outlets. */
export const collectedToday = (selection: CashSelection): CashSelection => ({
  ...withView(selection, "differences"),
  by: "collectors",
  report: {
    ...selection.report,
    deviceId: null,
    period: { ...selection.report.period, range: "today" },
  },
});

export const choosesOutlets = ({ report: { outlets } }: CashSelection): boolean => hasNamedOutlets(outlets);

/** Whether the collections and differences are limited to outlets or to a chair. Only outlets limit the boxes. */
export const isFiltered = (selection: CashSelection): boolean =>
  selection.report.deviceId !== null || choosesOutlets(selection);

export const withoutFilters = (selection: CashSelection): CashSelection => ({
  ...selection,
  report: { ...selection.report, outlets: allOutlets, deviceId: null },
});

/** The fields of a request that select the chosen outlets. */
export const outletFields = ({ report: { outlets } }: CashSelection) => ({
  ...(outlets.areaId.length > 0 && { areaId: [...outlets.areaId] }),
  ...(outlets.exceptAreaId.length > 0 && { exceptAreaId: [...outlets.exceptAreaId] }),
});

export const periodRequest = ({ report }: CashSelection) => ({
  ...overviewRequest(report),
  ...(report.deviceId !== null && { deviceId: report.deviceId }),
});

/** Returns the query of an export. `rows` is `collections`, or the group of the differences. */
export function exportQuery(selection: CashSelection, rows: string): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries({ ...periodRequest(selection), rows }))
    for (const value of Array.isArray(given) ? given : [given]) query.append(name, String(value));
  return query;
}
