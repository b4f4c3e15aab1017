import { type BoxSort, boxSorts } from "./sort-boxes.ts";
import { overviewRequest, placeQuery, readPlace, type ReportPlace } from "#manager/reports/index.ts";
import { navigate } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { type DifferenceGroup, differenceGroups } from "@reposo/contract/cash-boxes.ts";

export const cashViews = ["boxes", "collections", "differences"] as const;
export type CashView = (typeof cashViews)[number];

/** What the page's address says. */
export interface CashPlace {
  readonly view: CashView;
  readonly sort: BoxSort;
  readonly by: DifferenceGroup;
  /** Period, outlets and chair. */
  readonly report: ReportPlace;
}

const oneOf = <V extends string>(values: readonly V[], value: string | null, fallback: V): V =>
  values.find((known) => known === value) ?? fallback;

/** Reads an address; what is unknown counts as not given. A month is shown unless another period is chosen. */
export function readCashPlace(query: URLSearchParams): CashPlace {
  const report = readPlace(query);
  const period = query.has("range") ? report.period : { ...report.period, range: "thisMonth" as const };
  return {
    view: oneOf(cashViews, query.get("view"), "boxes"),
    sort: oneOf(boxSorts, query.get("sort"), "amount"),
    by: oneOf(differenceGroups, query.get("by"), "devices"),
    report: { ...report, period: { ...period, hour: null } },
  };
}

export function hrefOfCash({ view, sort, by, report }: CashPlace): string {
  const { range } = report.period;
  return hrefOf("cash", {
    ...placeQuery(report),
    range: range === "thisMonth" ? null : range,
    view: view === "boxes" ? null : view,
    sort: sort === "amount" ? null : sort,
    by: by === "devices" ? null : by,
  });
}

/** Another choice on the page takes the place of this one. */
export function changeTo(place: CashPlace): void {
  navigate(hrefOfCash(place), { replace: true });
}

/** The fields of the calls that list collections of a period. */
export const periodRequest = ({ report }: CashPlace) => ({
  ...overviewRequest(report),
  ...(report.deviceId !== null && { deviceId: report.deviceId }),
});

/** The query of the export that holds what the view shows. */
export function exportQuery(place: CashPlace, rows: string): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries({ ...periodRequest(place), rows }))
    for (const value of Array.isArray(given) ? given : [given]) query.append(name, String(value));
  return query;
}
