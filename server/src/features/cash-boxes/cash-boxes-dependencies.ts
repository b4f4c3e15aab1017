import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";

export interface CashBoxesDependencies {
  readonly database: Database;
  readonly clock: Clock;
}
