import type { OutboxHandler } from "#platform/jobs/outbox.ts";
import { createDeliverNotification } from "./deliver-notification.ts";
import { createReadSettings, createSaveSettings, createSendTest } from "./manage-settings.ts";
import type { NotificationsParts } from "./notifications-parts.ts";
import { notifyManagerJob } from "./notify-managers.ts";
import { createSendEmail, sendEmailJob } from "./send-email.ts";
import { createSendPush, sendPushJob } from "./send-push.ts";
import { createSubscribePush, createUnsubscribePush } from "./subscribe-push.ts";
import { createVapidKeys } from "./vapid-keys.ts";

export type Notifications = ReturnType<typeof createNotifications>;

/** How managers are notified of alerts: push messages to their browsers, e-mails, and what they do not want. */
export function createNotifications(parts: NotificationsParts) {
  const vapidKeys = createVapidKeys(parts);
  const jobs: Record<string, OutboxHandler> = {
    [notifyManagerJob]: createDeliverNotification(parts),
    [sendPushJob]: createSendPush(parts, vapidKeys),
    [sendEmailJob]: createSendEmail(parts),
  };
  return {
    jobs,
    settings: createReadSettings(parts, vapidKeys),
    save: createSaveSettings(parts, vapidKeys),
    subscribe: createSubscribePush(parts, vapidKeys),
    unsubscribe: createUnsubscribePush(parts),
    sendTest: createSendTest(parts),
  };
}
