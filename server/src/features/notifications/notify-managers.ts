import { type AlertKind, alertPermissions } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { selectRecipients } from "./notifications-store.ts";
import { quietUntil } from "./quiet-hours-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const notifyManagerJob = "notifyManager";

export interface ManagerNotification {
  /** If this alert is resolved before the delivery, the notification is dropped; null: always delivered. */
  readonly alertId: string | null;
  readonly kind: AlertKind;
  readonly outletId: string;
  readonly deviceId: string | null;
  /** Time in ISO 8601. */
  readonly since: string;
  /** Estimated income lost so far; null if there is no estimate. */
  readonly cost: { readonly amountMinor: number; readonly currency: Currency } | null;
  /** Path of the page that the notification opens. */
  readonly url: string;
  /** A newer notification with the same tag replaces this one in the browser. */
  readonly tag: string;
}

/**
 * Enqueues a delivery of the notification to each manager who has not muted it. During the manager's quiet hours, the
 * delivery is due at their end.
 */
export async function notifyManagers(
  uow: UnitOfWork,
  notification: ManagerNotification,
  now: Date,
): Promise<void> {
  const { kind, outletId } = notification;
  const recipients = await selectRecipients(uow, { outletId, kind, permission: alertPermissions[kind] });
  for (const { accountId, quiet, timeZone } of recipients) {
    const dueAt = quietUntil(now, quiet, timeZone) ?? now;
    enqueue(uow, { kind: notifyManagerJob, subject: accountId, payload: notification, dueAt });
  }
}
