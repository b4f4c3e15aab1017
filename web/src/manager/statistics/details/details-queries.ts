import type { UserInfo } from "#manager/shared/session/account.ts";
import { periodProblems } from "#manager/statistics/reports/period-rules.ts";
import {
  accountCashQuery,
  counterCashQuery,
  entriesQuery,
  lateEntriesQuery,
  outletReportQuery,
  overviewQuery,
} from "#manager/statistics/reports/report-queries.ts";
import {
  outletOf,
  readSelection,
  type ReportSelection,
  viewOf,
} from "#manager/statistics/reports/report-selection.ts";
import { withOnlyOutlet } from "./report-context.ts";

interface Context {
  readonly search: string;
  readonly account: UserInfo;
  readonly zone: string | null;
  readonly now: string;
}

/** The report of the selected outlets. */
function reportQuery(selection: ReportSelection, zone: string | null) {
  const areaId = outletOf(selection);
  return areaId === null ? overviewQuery(selection, zone) : outletReportQuery(selection, areaId, zone);
}

/** The queries of the first view of the page; none if its address selects days that the server refuses. */
export function detailsQueries({ search, account, zone, now }: Context) {
  const selection = withOnlyOutlet(readSelection(new URLSearchParams(search)), account);
  // The limits of dates are years away, so that the day in another time zone makes no difference.
  if (periodProblems(selection.period, now.slice(0, 10)) !== null) return [];
  const { accountId, currency } = selection;
  switch (viewOf(selection)) {
    case "outlets":
    case "devices":
      return [reportQuery(selection, zone), lateEntriesQuery(selection, zone)];
    case "accounts":
      return [counterCashQuery(selection, account.currency, zone)];
    case "entries": {
      const figure =
        accountId === null ? reportQuery(selection, zone) : accountCashQuery(selection, accountId, zone);
      // If the report has no figure in this currency, the page shows another one, whose entries the app fetches.
      return [figure, entriesQuery({ ...selection, currency: currency ?? account.currency }, zone)];
    }
  }
}
