import { alertsQuery } from "#manager/alerts/index.ts";
import { openFeedbackQuery } from "#manager/feedback/index.ts";
import { mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { figureOptions } from "#manager/statistics/index.ts";
import { apiQuery, type PageQuery } from "#shared/api/api-query.ts";

/**
 * The figures of home: income, orders, outlets, and devices of today.
 * @param zone `zoneKey` of the time zone in which days are counted
 */
export const statisticsQuery = (zone: string | null) => ({
  ...apiQuery("appStatistics", undefined, zone),
  ...figureOptions,
});

/** Today's income by hour, beside that of the same weekday of last week. */
export const todayQuery = (zone: string | null) => ({
  ...apiQuery("incomeChart", { range: "today" }, zone),
  ...figureOptions,
});

/** The queries of the page's first view. */
export const homeQueries = ({
  zone,
  account,
}: {
  readonly zone: string | null;
  readonly account: UserInfo;
}): readonly PageQuery[] => [
  statisticsQuery(zone),
  todayQuery(zone),
  alertsQuery({}),
  ...(mayOpen(account, "details") ? [openFeedbackQuery()] : []),
];
