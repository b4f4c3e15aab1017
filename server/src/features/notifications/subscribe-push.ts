import { createECDH, randomUUID } from "node:crypto";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { subscribePush } from "@reposo/contract/alerts/notifications.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import type { NotificationsDependencies } from "./notifications-dependencies.ts";
import { parsePushEndpoint } from "./push-request.ts";
import { deleteEndpoint, deleteOldSubscriptions, upsertSubscription } from "./push-subscriptions-store.ts";
import type { VapidKeys } from "./vapid-keys.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Maximum number of subscribed browsers per account. */
const maxSubscriptions = 10;

/** Length of the authentication secret in bytes (RFC 8291, section 3.2). */
const authBytes = 16;

/** Returns whether a text is a public key on the curve P-256. Messages cannot be encrypted for any other text. */
function isPublicKey(text: string): boolean {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  try {
    pair.computeSecret(Buffer.from(text, "base64url"));
    return true;
  } catch {
    // The text does not encode a point, or the point is not on the curve.
    return false;
  }
}

export const createSubscribePush =
  ({ database, clock, push }: NotificationsDependencies, vapidKeys: VapidKeys) =>
  async (
    { accountId, tokenHash }: ManagerCaller,
    language: Language,
    given: RequestOf<typeof subscribePush>,
  ): Promise<null> => {
    const endpoint = parsePushEndpoint(given.endpoint, push.mayBePrivate);
    if (endpoint === null) throw invalidField("endpoint", "format");
    if (!isPublicKey(given.p256dh)) throw invalidField("p256dh", "format");
    if (Buffer.from(given.auth, "base64url").length !== authBytes) throw invalidField("auth", "format");
    const { keyId, publicKey } = await vapidKeys.current();
    // The browser has used a key that is not the current one, so it must subscribe again.
    if (given.vapidPublicKey !== publicKey) throw invalidField("vapidPublicKey", "choice");
    const { p256dh, auth } = given;
    const subscriptionId = randomUUID();
    await transact(database, async (uow) => {
      const of = { subscriptionId, accountId, sessionHash: tokenHash };
      const isStored = await upsertSubscription(
        uow,
        { ...of, endpoint, p256dh, auth, keyId, language },
        clock.now(),
      );
      if (!isStored) throw new ProductError("tokenMissing");
      await deleteOldSubscriptions(uow, accountId, maxSubscriptions);
    });
    return null;
  };

export const createUnsubscribePush =
  ({ database, push }: NotificationsDependencies) =>
  async ({ accountId }: ManagerCaller, given: string): Promise<null> => {
    const endpoint = parsePushEndpoint(given, push.mayBePrivate);
    if (endpoint !== null) await deleteEndpoint(database, accountId, endpoint);
    return null;
  };
