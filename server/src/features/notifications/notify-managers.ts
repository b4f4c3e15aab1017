import { type AlertKind, alertPermissions } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { selectRecipients } from "./notifications-store.ts";
import { quietUntil } from "./quiet-hours-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const notifyManagerJob = "notifyManager";

export interface ManagerNotification {
  /** The notification is not delivered once this alert is resolved; null: always delivered. */
  readonly alertId: string | null;
  readonly kind: AlertKind;
  readonly outletId: string;
  readonly deviceId: string | null;
  /** ISO 8601. */
  readonly since: string;
  /** Income lost so far; null where there is no estimate. */
  readonly cost: { readonly amountMinor: number; readonly currency: Currency } | null;
  /** A page of the app. */
  readonly url: string;
  /** A newer notification of the same tag replaces this one. */
  readonly tag: string;
}

/**
 * Enqueues a delivery to each manager who wants the notification. Within the manager's quiet hours, it is due
 * at their end.
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
