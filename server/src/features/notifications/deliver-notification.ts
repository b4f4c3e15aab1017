import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import type { Deliverable } from "./notification-message.ts";
import type { NotificationsDependencies } from "./notifications-dependencies.ts";
import { findMailAddress, selectRecipients } from "./notifications-store.ts";
import { type ManagerNotification, notifyManagerJob } from "./notify-managers.ts";
import { lockSubscriptions } from "./push-subscriptions-store.ts";
import { quietUntil } from "./quiet-hours-rules.ts";
import { enqueueEmail } from "./send-email.ts";
import { enqueuePush } from "./send-push.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Enqueues a push message to every subscribed browser of an account, and an e-mail if there is no browser or the last
 * message to every browser failed.
 * @returns `email` if an e-mail was enqueued, otherwise `push`; null if the account has neither a subscribed browser
 *   nor an e-mail address
 */
export async function enqueueMessages(
  uow: UnitOfWork,
  accountId: string,
  notification: Deliverable,
  now: Date,
): Promise<"push" | "email" | null> {
  const subscriptions = await lockSubscriptions(uow, accountId, now);
  for (const { subscriptionId, failed } of subscriptions)
    enqueuePush(uow, { subscriptionId, accountId, notification, replaceable: !failed }, now);
  if (subscriptions.some(({ failed }) => !failed)) return "push";
  if ((await findMailAddress(uow, accountId)) === null) return subscriptions.length > 0 ? "push" : null;
  enqueueEmail(uow, accountId, notification, now);
  return "email";
}

/**
 * Creates the handler of the job that delivers a notification to one manager. The notification is dropped if the alert
 * was resolved or the manager is no longer a recipient, and postponed if the manager's quiet hours have begun.
 */
export const createDeliverNotification =
  ({ database, clock, isAlertOpen, wake }: NotificationsDependencies): OutboxHandler =>
  async (job, { confirmLease }) => {
    const notification = job.payload as ManagerNotification;
    const { alertId, kind, outletId } = notification;
    if (alertId !== null && !(await isAlertOpen(alertId))) return;
    const accountId = job.subject;
    await transact(database, async (uow) => {
      await confirmLease(uow);
      const [recipient] = await selectRecipients(uow, { outletId, kind, accountId });
      if (recipient === undefined) return;
      const now = clock.now();
      const { quiet, timeZone, outletName } = recipient;
      const dueAt = quietUntil(now, quiet, timeZone);
      if (dueAt === null)
        await enqueueMessages(uow, accountId, { ...notification, outletName, timeZone }, now);
      else enqueue(uow, { kind: notifyManagerJob, subject: accountId, payload: notification, dueAt });
    });
    wake();
  };
