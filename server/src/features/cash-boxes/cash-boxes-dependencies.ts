import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Uploads } from "#features/uploads/index.ts";

export interface CashBoxesDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly photos: Pick<Uploads, "attachPhoto" | "photoLink">;
}
