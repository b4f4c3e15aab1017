import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";

export interface DeviceActionsParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Starts the outbox without waiting for its next interval. */
  readonly wake: () => void;
  readonly brokerConnected: () => boolean;
}
