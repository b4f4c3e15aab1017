import type { Page } from "playwright-core";

/** A push subscription with the keys that encrypt its messages. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * Replaces the browser's push subscription by a stand-in, because the browser reaches no push service in tests.
 * Everything else is the product's and the browser's own.
 */
export async function subscribeBrowserTo(page: Page, given: BrowserSubscription): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const stored = "test.push";
    let key: ArrayBuffer | null = null;
    const subscription = () =>
      ({
        endpoint,
        options: { applicationServerKey: key },
        toJSON: () => ({ keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem(stored);
          return true;
        },
      }) as unknown as PushSubscription;
    PushManager.prototype.subscribe = async (options) => {
      key = (options as { applicationServerKey: Uint8Array<ArrayBuffer> }).applicationServerKey.buffer;
      localStorage.setItem(stored, "on");
      return subscription();
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(stored) === null || key === null ? null : subscription();
  }, given);
}
