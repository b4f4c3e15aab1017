import type { Clock } from "#platform/time/clock.ts";
import type { MailConfig, PushConfig } from "#platform/config/config-notifications.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { KeyCipher } from "#platform/keys/key-cipher.ts";
import type { Log } from "#platform/logging/log.ts";

export interface NotificationsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly cipher: KeyCipher;
  /** Starts the outbox without waiting for its next interval. */
  readonly wake: () => void;
  readonly publicUrl: string;
  readonly push: PushConfig;
  /** Null: this server sends no e-mail. */
  readonly mail: MailConfig | null;
  /** Whether an alert is still open; notifications of resolved alerts are not delivered. */
  readonly isAlertOpen: (alertId: string) => Promise<boolean>;
}
