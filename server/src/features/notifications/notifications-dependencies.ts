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
  /** Makes the outbox send due jobs immediately instead of at its next poll. */
  readonly wake: () => void;
  /** The server's origin for browsers, for example `https://example.com`. */
  readonly publicUrl: string;
  readonly push: PushConfig;
  /** Null if this server sends no e-mail. */
  readonly mail: MailConfig | null;
  /** Returns whether an alert is open. Notifications of resolved alerts are not delivered. */
  readonly isAlertOpen: (alertId: string) => Promise<boolean>;
}
