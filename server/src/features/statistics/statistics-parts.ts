import type { Clock } from "#platform/time/clock.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";

export interface StatisticsParts {
  /** A snapshot, where several figures have to be of one instant. */
  readonly database: Querier;
  readonly clock: Pick<Clock, "now">;
  /** Days between the end of a month, by the outlet's calendar, and its closing. */
  readonly monthClosesAfterDays: number;
}

export type FiguresCaller = Pick<ManagerCaller, "outletIds" | "timeZone">;
