import type { Language } from "@reposo/contract/text/languages.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { minShownMilliseconds, recordToasts } from "#browser/toasts.ts";

const server = inject("server");
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

const loginPath = "/pages/login/login";

const loginIsRequired: [address: string, language: Language, message: string][] = [
  ["/pages/quickStart/quickStart", "en_US", "Please log in first"],
  ["/pages/orderFeedback/orderFeedback?orderId=1", "en_US", "Please log in first"],
  ["/pages/result/result?ok=1", "en_US", "Please log in first"],
  ["/pages/deviceOrder/order?orderId=1", "en_US", "Please log in first"],
  ["/pages/deviceOrder/order?orderId=1", "zh_CN", "请先登录"],
  ["/pages/deviceOrder/order?orderId=1", "zh_TW", "請先登入"],
  ["/pages/deviceOrder/order?orderId=1", "id_ID", "Silakan masuk terlebih dahulu"],
];

it.each(loginIsRequired)(
  "[NET-3] [NET-4] [I18N-1] shows for 2 s on the login page why %s was not opened: %s",
  async (address, language, message) => {
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, language });
    const toasts = await recordToasts(page);
    await page.goto(address);
    // Waiting for the URL would fail if the navigation to the login page aborts another one.
    await expect.poll(() => new URL(page.url()).pathname).toBe(loginPath);
    const toast = page.getByText(message);
    await toast.waitFor();
    await toast.waitFor({ state: "detached" });
    const [shown, ...more] = (await toasts()).filter(({ path }) => path === loginPath);
    expect(shown?.text).toBe(message);
    expect(shown?.shownMilliseconds).toBeGreaterThan(minShownMilliseconds);
    expect(more).toEqual([]);

    // A reload does not show the toast again.
    await page.reload();
    await page.locator("input[autocomplete=username]").waitFor();
    expect((await toasts()).filter(({ path }) => path === loginPath)).toHaveLength(1);
    expect(consoleProblems).toEqual([]);
    await close();
  },
);
