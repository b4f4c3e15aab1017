import { alertsQuery } from "#manager/alerts/index.ts";
import { openFeedbackQuery } from "#manager/feedback/index.ts";
import { outletsQuery } from "#manager/location/index.ts";
import { figureOptions } from "#manager/statistics/index.ts";
import { mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { apiQuery } from "#shared/api/api-query.ts";

/**
 * The figures of one outlet: income, orders, and devices of today, and the income of earlier days.
 * @param zone `zoneKey` of the time zone in which days are counted
 */
export const outletFiguresQuery = (areaId: string, zone: string | null) => ({
  ...apiQuery("outletFigures", { areaId }, zone),
  ...figureOptions,
});

/** The queries of the first view of the page. The server would refuse those of another manager's outlet. */
export function firstOutletQueries(search: string, account: UserInfo, zone: string | null) {
  const areaId = new URLSearchParams(search).get("areaId");
  if (areaId === null || account.outlets.every((outlet) => outlet.areaId !== areaId)) return [outletsQuery];
  return [
    outletsQuery,
    alertsQuery({ areaId: [areaId] }),
    outletFiguresQuery(areaId, zone),
    ...(mayOpen(account, "details") ? [openFeedbackQuery(areaId)] : []),
  ];
}
