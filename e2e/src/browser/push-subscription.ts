import type { Page } from "playwright-core";

/** A push subscription with the keys that encrypt its messages. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * Replaces the browser's push subscription by a stand-in, because tests have no access to a push service. No other part
 * of the product or the browser is replaced.
 */
export async function subscribeBrowserTo(page: Page, given: BrowserSubscription): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const stored = "test.push";
    const subscriptionOf = (key: string) =>
      ({
        endpoint,
        options: { applicationServerKey: Uint8Array.from(JSON.parse(key) as number[]).buffer },
        toJSON: () => ({ keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem(stored);
          return true;
        },
      }) as unknown as PushSubscription;
    PushManager.prototype.subscribe = async (options) => {
      const { applicationServerKey } = options as { applicationServerKey: Uint8Array };
      const key = JSON.stringify([...applicationServerKey]);
      // As in a browser, the subscription and its key survive a navigation.
      localStorage.setItem(stored, key);
      return subscriptionOf(key);
    };
    PushManager.prototype.getSubscription = async () => {
      const key = localStorage.getItem(stored);
      return key === null ? null : subscriptionOf(key);
    };
  }, given);
}
