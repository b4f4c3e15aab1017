import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { recordToasts, toastOf } from "#browser/toasts.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const loginPath = "/pages/login/login";
/** A toast is shown for 2 s; the difference allows for a late recording on a busy machine. */
const minShownMilliseconds = 1_900;

it.each([
  "/pages/quickStart/quickStart",
  "/pages/deviceOrder/order?orderId=1",
  "/pages/orderFeedback/orderFeedback?orderId=1",
  "/pages/result/result?ok=1",
])("[NET-3] [NET-4] shows for 2 s on the login page why %s was not opened", async (address) => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  const toasts = await recordToasts(page);
  await page.goto(address);
  await page.waitForURL((url) => url.pathname === loginPath);
  const toast = page.getByText("Please log in first");
  await toast.waitFor();
  await toast.waitFor({ state: "detached" });
  const [shown, ...more] = (await toasts()).filter(({ path }) => path === loginPath);
  expect(shown?.text).toBe("Please log in first");
  expect(shown?.shownMilliseconds).toBeGreaterThan(minShownMilliseconds);
  expect(more).toEqual([]);

  // A reload does not show the toast again.
  await page.reload();
  await page.getByLabel("Account").waitFor();
  expect((await toasts()).filter(({ path }) => path === loginPath)).toHaveLength(1);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[LOGIN-4] [NET-4] shows for 2 s on the login page that a login elsewhere ended the session of a chair's page", async () => {
  const outletId = await network.addOutlet();
  const { deviceId } = await network.addChair(outletId);
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const { page, close } = await openPhone(browser, { origin: server.url, session });
  const toasts = await recordToasts(page);
  await visit(page, `/pages/index/index?deviceId=${deviceId}`);
  await page.getByRole("button", { name: "Cash ₱5.00 received: start" }).waitFor();
  // A copy of the account logs in again, because each account object logs in once.
  await signIn(server, { ...manager });
  await page
    .getByRole("button", { name: "Cash ₱5.00 received: start" })
    .click()
    .catch(() => undefined);
  await page.waitForURL((url) => url.pathname === loginPath);
  const toast = toastOf(page);
  await toast.getByText("Your account is logged in elsewhere").waitFor();
  await toast.waitFor({ state: "detached" });
  const [shown] = (await toasts()).filter(({ path }) => path === loginPath);
  expect(shown?.shownMilliseconds).toBeGreaterThan(minShownMilliseconds);
  await close();
});
