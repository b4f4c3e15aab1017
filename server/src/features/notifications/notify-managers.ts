import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { selectRecipients } from "./notifications-store.ts";
import { quietUntil } from "./quiet-hours-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const notifyManagerJob = "notifyManager";

export interface ManagerNotification {
  /**
   * The notification is dropped if this alert is resolved before the delivery; null for a notification without an
   * alert.
   */
  readonly alertId: string | null;
  readonly kind: AlertKind;
  readonly outletId: string;
  /** Null for a notification that is not about one chair. */
  readonly deviceId: string | null;
  /** When the problem began (ISO 8601). */
  readonly since: string;
  /** Estimated income lost so far; null if there is no estimate. */
  readonly cost: { readonly amountMinor: number; readonly currency: Currency } | null;
  /** Path of the page that the notification opens. */
  readonly url: string;
  /** A newer notification with the same tag replaces this one in the browser. */
  readonly tag: string;
}

/**
 * Enqueues a delivery of the notification to each recipient (see `selectRecipients`). A delivery during the quiet hours
 * of the manager is postponed to their end.
 */
export async function notifyManagers(
  uow: UnitOfWork,
  notification: ManagerNotification,
  now: Date,
): Promise<void> {
  for (const { accountId, quiet, timeZone } of await selectRecipients(uow, notification)) {
    const dueAt = quietUntil(now, quiet, timeZone) ?? now;
    enqueue(uow, { kind: notifyManagerJob, subject: accountId, payload: notification, dueAt });
  }
}
