import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type {
  NotificationSettings,
  saveNotificationSettings,
  sendTestNotification,
} from "@reposo/contract/alerts/notifications.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { invalidField } from "#platform/http/product-error.ts";
import { limitAttempts } from "#platform/postgres/attempt-window.ts";
import { enqueueMessages } from "./deliver-notification.ts";
import type { NotificationsDependencies } from "./notifications-dependencies.ts";
import { findMutes, findSettings, replaceMutes, writeSettings } from "./notifications-store.ts";
import { selectSubscriptions } from "./push-subscriptions-store.ts";
import { formatQuietHours, parseQuietHours, type QuietHours } from "./quiet-hours-rules.ts";
import type { VapidKeys } from "./vapid-keys.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export const createReadSettings =
  ({ database, clock, mail }: NotificationsDependencies, vapidKeys: VapidKeys) =>
  async (caller: ManagerCaller): Promise<NotificationSettings> => {
    const { accountId, outletIds } = caller;
    const [settings, mutes, subscriptions, key] = await Promise.all([
      findSettings(database, accountId),
      findMutes(database, accountId),
      selectSubscriptions(database, accountId, clock.now()),
      vapidKeys.current(),
    ]);
    return {
      vapidPublicKey: key.publicKey,
      devices: subscriptions.length,
      email: settings?.email ?? null,
      emailAvailable: mail !== null,
      ...formatQuietHours(settings?.quiet ?? null),
      // Omits outlets that the account no longer manages.
      mutedAreaIds: mutes.outletIds.filter((outletId) => outletIds.includes(outletId)),
      mutedKinds: [...mutes.kinds],
    };
  };

type Given = RequestOf<typeof saveNotificationSettings>;

/** Matches a single e-mail address without a display name. */
const emailPattern = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/;

function emailOf({ email = "" }: Given): string | null {
  if (email === "") return null;
  if (!emailPattern.test(email)) throw invalidField("email", "format");
  return email;
}

function quietHoursOf({ quietFrom, quietTo }: Given): QuietHours | null {
  if (quietFrom === undefined && quietTo === undefined) return null;
  if (quietFrom === undefined) throw invalidField("quietFrom", "required");
  if (quietTo === undefined) throw invalidField("quietTo", "required");
  if (quietFrom === quietTo) throw invalidField("quietTo", "range");
  return parseQuietHours(quietFrom, quietTo);
}

export const createSaveSettings =
  (deps: NotificationsDependencies, vapidKeys: VapidKeys) =>
  async (caller: ManagerCaller, language: Language, given: Given): Promise<NotificationSettings> => {
    const { mutedAreaId = [], mutedKind = [] } = given;
    requireOutlets(caller, { areaId: mutedAreaId });
    const settings = { email: emailOf(given), quiet: quietHoursOf(given), language };
    await transact(deps.database, async (uow) => {
      await writeSettings(uow, caller.accountId, settings);
      await replaceMutes(uow, caller.accountId, { outletIds: mutedAreaId, kinds: mutedKind });
    });
    return createReadSettings(deps, vapidKeys)(caller);
  };

const testsPerMinute = 5;

export const createSendTest =
  ({ database, clock, wake, mail }: NotificationsDependencies) =>
  async ({ accountId }: ManagerCaller): Promise<ReplyOf<typeof sendTestNotification>> => {
    await limitAttempts({ database, clock }, `notification test ${accountId}`, testsPerMinute);
    const notification = {
      kind: "test",
      alertId: null,
      url: "/pages/notifications/notifications",
      tag: "test",
    } as const;
    const channel = await transact(database, (uow) =>
      enqueueMessages(uow, accountId, notification, clock.now()),
    );
    wake();
    // Without a mail server, the job of the e-mail has no effect.
    return { channel: channel === "email" && mail === null ? null : channel };
  };
