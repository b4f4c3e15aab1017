import { type Static, Type } from "typebox";
import { alertKinds } from "./alert-kinds.ts";
import { endpoint } from "#endpoint.ts";
import { Count, GivenId, Nullable, OneOf, Repeated, Request } from "#fields.ts";

/** Of an e-mail address. */
export const longestEmail = 254;

const TimeOfDay = Type.String({
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
  description: "HH:MM in the time zone of the outlet that an alert is about.",
});
const Email = Type.String({ maxLength: longestEmail });
const Kinds = Type.Array(OneOf(alertKinds));

const NotificationSettings = Type.Object({
  vapidPublicKey: Type.String({
    description:
      "`applicationServerKey` of the browser's subscription: base64url of an uncompressed P-256 point.",
  }),
  devices: { ...Count, description: "Browsers that receive push messages of the caller." },
  email: Nullable(Email, "Used while no browser of the caller receives push messages."),
  emailAvailable: Type.Boolean({ description: "Whether this server can send e-mail." }),
  quietFrom: Nullable(TimeOfDay, "Start of the quiet hours; null where there are none."),
  quietTo: Nullable(
    TimeOfDay,
    "End of the quiet hours: what was held back is delivered then, if it still holds.",
  ),
  mutedAreaIds: Type.Array(Type.String(), { description: "Outlets whose alerts are not delivered." }),
  mutedKinds: Kinds,
});
export type NotificationSettings = Static<typeof NotificationSettings>;

export const notificationSettings = endpoint({
  name: "notificationSettings",
  method: "GET",
  path: "/web/api/v1/notification/settings",
  access: "manager",
  summary: "How the caller is notified of alerts.",
  request: null,
  reply: NotificationSettings,
  codes: [],
});

export const saveNotificationSettings = endpoint({
  name: "saveNotificationSettings",
  method: "POST",
  path: "/web/api/v1/notification/save",
  access: "manager",
  summary: "Replaces the caller's settings; what is left out is removed.",
  request: Request({
    email: Type.Optional(Email),
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
  description: "`endpoint` of the browser's PushSubscription: an https address of a push service.",
});
const EncodedKey = Type.String({ maxLength: 200, pattern: "^[\\w-]+={0,2}$", description: "base64url." });

export const subscribePush = endpoint({
  name: "subscribePush",
  method: "POST",
  path: "/web/api/v1/notification/subscribe",
  access: "manager",
  summary:
    "Delivers the caller's alerts to this browser, in the language of this call. A browser that another account subscribed before changes over; of an account, the 10 newest are kept.",
  request: Request({
    endpoint: Endpoint,
    p256dh: EncodedKey,
    auth: EncodedKey,
    vapidPublicKey: { ...EncodedKey, description: "The key that the browser subscribed with." },
  }),
  reply: Type.Null(),
  codes: [],
});

export const unsubscribePush = endpoint({
  name: "unsubscribePush",
  method: "POST",
  path: "/web/api/v1/notification/unsubscribe",
  access: "manager",
  summary: "Ends the delivery to a browser of the caller; one that is unknown changes nothing.",
  request: Request({ endpoint: Endpoint }),
  reply: Type.Null(),
  codes: [],
});

export const sendTestNotification = endpoint({
  name: "sendTestNotification",
  method: "POST",
  path: "/web/api/v1/notification/test",
  access: "manager",
  summary: "Sends the caller a message at once, to every subscribed browser or else by e-mail.",
  request: null,
  reply: Type.Object({
    channel: Nullable(OneOf(["push", "email"]), "Null where there is neither a browser nor an address."),
  }),
  codes: ["tooManyTries"],
});

/** What the service worker receives, encrypted. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A page of the app. */
  readonly url: string;
  /** A newer message of the same tag replaces this one. */
  readonly tag: string;
}
