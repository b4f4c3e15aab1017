import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import { dateTimeFormatter, dayAndTime } from "@reposo/contract/text/date-styles.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { PushMessage } from "@reposo/contract/alerts/notifications.ts";
import type { ManagerNotification } from "./notify-managers.ts";
import { notificationTexts } from "./notification-texts.ts";

/**
 * The content of a notification. The text is rendered when the notification is sent, in the language stored with the
 * subscription of the browser or with the e-mail address. `timeZone` is the time zone of the outlet.
 */
export type Deliverable =
  | (Omit<ManagerNotification, "outletId"> & { readonly outletName: string; readonly timeZone: string })
  | { readonly kind: "test"; readonly alertId: null; readonly url: string; readonly tag: string };

/** Replaces each placeholder, such as `{device}`, by its value, or by an empty text if there is no value. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** Alert kinds whose title contains the outlet, so that the body does not repeat it. */
const ofOutlet: readonly AlertKind[] = ["outletOffline"];

export function messageOf(notification: Deliverable, language: Language): PushMessage {
  const { kind, url, tag } = notification;
  const texts = notificationTexts[language];
  if (kind === "test") return { title: texts.titles.test, body: texts.testBody, url, tag };
  const { outletName, deviceId, cost, since, timeZone } = notification;
  const time = dateTimeFormatter(language, { ...dayAndTime, timeZone })(
    Temporal.Instant.from(since).epochMilliseconds,
  );
  const title = fill(texts.titles[kind], { outlet: outletName, device: deviceId ?? "" });
  const parts = ofOutlet.includes(kind) ? [] : [outletName];
  parts.push(fill(texts.since, { time }));
  if (cost !== null)
    parts.push(fill(texts.cost, { amount: formatMoney(cost.amountMinor, cost.currency, language) }));
  return { title, body: parts.join(" · "), url, tag };
}
