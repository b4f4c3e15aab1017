import { createHash } from "node:crypto";
import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import { type Deliverable, messageOf } from "./notification-message.ts";
import type { NotificationsDependencies } from "./notifications-dependencies.ts";
import { postPush } from "./push-request.ts";
import {
  deleteSubscription,
  findSubscription,
  lockSubscriptions,
  type PushSubscription,
  writeLastFailure,
} from "./push-subscriptions-store.ts";
import { enqueueEmail } from "./send-email.ts";
import type { VapidKey, VapidKeys } from "./vapid-keys.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const sendPushJob = "sendPush";

interface PushJob {
  readonly accountId: string;
  readonly notification: Deliverable;
  /**
   * Whether an e-mail is sent if this message fails and no other browser works. False if the browser's previous message
   * had failed, because then an e-mail may have been enqueued together with this message.
   */
  readonly replaceable: boolean;
  /** Failures are retried until this time (ISO 8601). */
  readonly giveUpAt: string;
}

const retriedMs = 10 * 60_000;

/** How long a push service stores a message for a browser that is offline. */
const timeToLiveSeconds = 4 * 60 * 60;

export function enqueuePush(
  uow: UnitOfWork,
  { subscriptionId, ...job }: Omit<PushJob, "giveUpAt"> & { readonly subscriptionId: string },
  now: Date,
): void {
  const giveUpAt = new Date(now.getTime() + retriedMs).toISOString();
  enqueue(uow, { kind: sendPushJob, subject: subscriptionId, payload: { ...job, giveUpAt }, dueAt: now });
}

/** `expired`: the subscription is deleted. `refused`: a retry cannot succeed. `failed`: a retry may succeed. */
type Outcome = "sent" | "expired" | "refused" | "failed";

/**
 * Statuses after which a subscription is deleted, because it has expired (RFC 8030, section 7.3). A subscription is
 * kept after 401 and 403, which refuse the authorisation (RFC 8292, section 4.2): a wrong clock or public URL of the
 * server would otherwise delete all subscriptions.
 */
const expiredStatuses = [404, 410];

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "sent";
  if (expiredStatuses.includes(status)) return "expired";
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? "refused" : "failed";
}

/** Returns the operator's contact for push services, which accept an https URL or a mailto URL. */
const operatorOf = ({ publicUrl, mail }: NotificationsDependencies): string => {
  if (publicUrl.startsWith("https:")) return publicUrl;
  return `mailto:${/<(.+)>/.exec(mail?.from ?? "")?.[1] ?? mail?.from ?? "push@localhost.invalid"}`;
};

/**
 * Creates the handler of the job that sends a push message to one browser. The message is dropped if the alert was
 * resolved or the subscription no longer exists. If the message fails permanently, an e-mail may replace it (see
 * `replaceable`).
 */
export function createSendPush(deps: NotificationsDependencies, vapidKeys: VapidKeys): OutboxHandler {
  const { database, clock, isAlertOpen, push, wake } = deps;

  async function send(
    { endpoint, p256dh, auth, language }: PushSubscription,
    { publicKey, privateKey }: VapidKey,
    notification: Deliverable,
    signal: AbortSignal,
  ): Promise<number> {
    const message = JSON.stringify(messageOf(notification, language));
    // A push service replaces a stored message by a newer one with the same topic, which has at most 32 characters (RFC
    // 8030, section 5.4).
    const topic = createHash("sha256").update(notification.tag).digest("base64url").slice(0, 32);
    const { default: webPush } = await import("web-push");
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails: { subject: operatorOf(deps), publicKey, privateKey },
      TTL: timeToLiveSeconds,
      urgency: "high",
      topic,
    });
    return postPush(push, endpoint, headers, body, signal);
  }

  return async (job, { signal, confirmLease, log }) => {
    const { accountId, notification, replaceable, giveUpAt } = job.payload as PushJob;
    const { alertId } = notification;
    if (alertId !== null && !(await isAlertOpen(alertId))) return;
    const subscription = await findSubscription(
      database,
      { subscriptionId: job.subject, accountId },
      clock.now(),
    );
    if (subscription === null) return;
    const { subscriptionId, keyId } = subscription;
    const mayRetry = clock.now() < new Date(giveUpAt);

    const key = await vapidKeys.find(keyId);
    let status: number | null = null;
    // A subscription can no longer be used without the VAPID key with which it was created.
    let outcome: Outcome = "expired";
    if (key !== null)
      try {
        status = await send(subscription, key, notification, signal);
        outcome = outcomeOf(status);
      } catch (error) {
        if (mayRetry || signal.aborted) throw error;
        log.warn(
          { err: error, subscriptionId },
          "notifications: a push service could not be reached in time, so this browser gets no message",
        );
        outcome = "failed";
      }
    if (outcome === "failed" && mayRetry) throw new Error("the push service is unavailable");
    if (outcome === "sent") return writeLastFailure(database, subscriptionId, null);
    const hadFailed = await transact(database, async (uow) => {
      await confirmLease(uow);
      const all = await lockSubscriptions(uow, accountId, clock.now());
      if (outcome === "expired") await deleteSubscription(uow, subscriptionId);
      else await writeLastFailure(uow, subscriptionId, clock.now());
      const isLast = all.every((one) => one.subscriptionId === subscriptionId || one.failed);
      if (replaceable && isLast) enqueueEmail(uow, accountId, notification, clock.now());
      return all.some((one) => one.subscriptionId === subscriptionId && one.failed);
    });
    // Logged only if the previous message to this browser was sent, so that repeated failures are logged once.
    if (outcome !== "expired" && status !== null && !hadFailed)
      log.warn(
        { subscriptionId, status },
        `notifications: a push service ${outcome === "refused" ? "refused a message" : "is unavailable, so a message is dropped"}`,
      );
    wake();
  };
}
