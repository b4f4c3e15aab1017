import { offsetZone } from "@reposo/contract/calendar.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";

export interface StatisticsParts {
  readonly database: Database;
  readonly clock: Clock;
}

export type FiguresCaller = Pick<ManagerCaller, "outletIds" | "timeZone">;

/** Where a caller's days begin: by the Timezone-Offset header, or by the account's own zone. */
export const zoneOf = (caller: FiguresCaller, offsetMinutes: number | null): string =>
  offsetMinutes === null ? caller.timeZone : offsetZone(offsetMinutes);
