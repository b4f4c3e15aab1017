import {
  notificationSettings,
  saveNotificationSettings,
  sendTestNotification,
  subscribePush,
  unsubscribePush,
} from "@reposo/contract/alerts/notifications.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { Notifications } from "./create-notifications.ts";

export function registerNotificationsRoutes(http: FastifyInstance, notifications: Notifications): void {
  serve(http, notificationSettings, ({ caller }) => notifications.settings(caller));
  serve(http, saveNotificationSettings, ({ caller, language, request }) =>
    notifications.save(caller, language, request),
  );
  serve(http, subscribePush, ({ caller, language, request }) =>
    notifications.subscribe(caller, language, request),
  );
  serve(http, unsubscribePush, ({ caller, request }) => notifications.unsubscribe(caller, request.endpoint));
  serve(http, sendTestNotification, ({ caller }) => notifications.sendTest(caller));
}
