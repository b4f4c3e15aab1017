import type { OutboxHandler } from "#platform/jobs/outbox.ts";
import { createDeliverNotification } from "./deliver-notification.ts";
import { createReadSettings, createSaveSettings, createSendTest } from "./manage-settings.ts";
import type { NotificationsDependencies } from "./notifications-dependencies.ts";
import { notifyManagerJob } from "./notify-managers.ts";
import { createSendEmail, sendEmailJob } from "./send-email.ts";
import { createSendPush, sendPushJob } from "./send-push.ts";
import { createSubscribePush, createUnsubscribePush } from "./subscribe-push.ts";
import { createVapidKeys } from "./vapid-keys.ts";

export type Notifications = ReturnType<typeof createNotifications>;

export function createNotifications(deps: NotificationsDependencies) {
  const vapidKeys = createVapidKeys(deps);
  const jobs: Record<string, OutboxHandler> = {
    [notifyManagerJob]: createDeliverNotification(deps),
    [sendPushJob]: createSendPush(deps, vapidKeys),
    [sendEmailJob]: createSendEmail(deps),
  };
  return {
    jobs,
    settings: createReadSettings(deps, vapidKeys),
    save: createSaveSettings(deps, vapidKeys),
    subscribe: createSubscribePush(deps, vapidKeys),
    unsubscribe: createUnsubscribePush(deps),
    sendTest: createSendTest(deps),
  };
}
