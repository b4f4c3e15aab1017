import { type Static, Type } from "typebox";
import { alertKinds } from "./alert-kinds.ts";
import { endpoint } from "#endpoint.ts";
import { Count, GivenId, Nullable, OneOf, Repeated, Request } from "#fields.ts";
import { maxEmailLength } from "#text/text-limits.ts";

const TimeOfDay = Type.String({
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
  description: "Time of day as HH:MM in the time zone of the alert's outlet.",
});
const Email = Type.String({ maxLength: maxEmailLength });

const NotificationSettings = Type.Object({
  vapidPublicKey: Type.String({
    description:
      "`applicationServerKey` for the browser's subscription: an uncompressed P-256 point as base64url.",
  }),
  devices: {
    ...Count,
    description:
      "Number of subscribed browsers of the caller, including those whose last push message failed.",
  },
  email: Nullable(
    Email,
    "E-mail address that is notified while no browser of the caller receives push messages; at most 254 characters.",
  ),
  emailAvailable: Type.Boolean({ description: "Whether this server can send e-mail." }),
  quietFrom: Nullable(TimeOfDay, "Start of the quiet hours; null without quiet hours."),
  quietTo: Nullable(
    TimeOfDay,
    "End of the quiet hours; null without quiet hours. Notifications that were postponed during the quiet hours are sent then, except those of resolved alerts.",
  ),
  mutedAreaIds: Repeated(Type.String(), "IDs of the outlets without notifications."),
  mutedKinds: Repeated(OneOf(alertKinds), "Kinds of alerts without notifications."),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

export const notificationSettings = endpoint("notificationSettings", {
  summary: "Retrieves the caller's notification settings.",
  request: null,
  reply: NotificationSettings,
  codes: [],
});

export const saveNotificationSettings = endpoint("saveNotificationSettings", {
  summary: "Replaces the caller's notification settings. Omitted fields are cleared.",
  request: Request({
    email: Type.Optional({ ...Email, format: "typed-text" }),
    quietFrom: Type.Optional(TimeOfDay),
    quietTo: Type.Optional(TimeOfDay),
    mutedAreaId: Type.Optional(Repeated(GivenId)),
    mutedKind: Type.Optional(Repeated(OneOf(alertKinds))),
  }),
  reply: NotificationSettings,
  codes: ["outletNotFound"],
});

const Endpoint = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: "`endpoint` of the browser's PushSubscription: the https URL of a push service.",
});
const EncodedKey = Type.String({
  maxLength: 200,
  pattern: "^[\\w-]+={0,2}$",
  description: "Key of the browser's PushSubscription as base64url.",
});

export const subscribePush = endpoint("subscribePush", {
  summary:
    "Subscribes a browser to the caller's alerts, in the language of this call. If another account had subscribed the browser, the subscription moves to the caller. Each account keeps its 10 newest subscriptions.",
  request: Request({
    endpoint: Endpoint,
    p256dh: EncodedKey,
    auth: EncodedKey,
    vapidPublicKey: { ...EncodedKey, description: "`vapidPublicKey` with which the browser subscribed." },
  }),
  reply: Type.Null(),
  codes: [],
});

export const unsubscribePush = endpoint("unsubscribePush", {
  summary: "Removes a subscription of the caller. An unknown subscription is ignored.",
  request: Request({ endpoint: Endpoint }),
  reply: Type.Null(),
  codes: [],
});

export const sendTestNotification = endpoint("sendTestNotification", {
  summary:
    "Sends a test message to all subscribed browsers of the caller, and by e-mail if there are none or the last message to each of them failed.",
  request: null,
  reply: Type.Object({
    channel: Nullable(
      OneOf(["push", "email"]),
      "Channel of the message; null if the caller has neither a subscribed browser nor an e-mail address, or if no browser can be reached and the server cannot send e-mail.",
    ),
  }),
  codes: ["tooManyTries"],
});

/** Payload of a push message, which the service worker receives. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Page of the app that a tap opens. */
  readonly url: string;
  /** Messages with the same tag replace each other. */
  readonly tag: string;
}
