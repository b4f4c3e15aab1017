import type { Permission } from "@reposo/contract/permissions.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { chairAddress, logIn, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const refused = "You don't have access to this page";
const none = "Your account has no permissions yet";

/** Permissions of an account, and the page to which login, `/`, and the home link lead, with a text of that page. */
const accounts: [Permission[], string, string][] = [
  [["details", "user"], "/pages/details/details", "SM Megamall"],
  [[], "/pages/home/home", none],
];

it.each(accounts)(
  "[NAV-5] [USER-1] [SES-4] an account with the permissions %j starts at %s, and can change its language and log out",
  async (permissions, path, content) => {
    const manager = await network.addManager([outletId], { permissions });
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
    await visit(page, "/");
    await logIn(page, manager);
    const waitForPath = () => page.waitForURL((url) => url.pathname === path);
    await waitForPath();
    await page.getByText(content).first().waitFor();
    for (const address of ["/", "/pages/login/login?next=%2Fpages%2Fhome%2Fhome"]) {
      await page.goto(address);
      await waitForPath();
      await page.getByText(content).first().waitFor();
      expect(await page.getByText(refused).count()).toBe(0);
    }
    if (!permissions.includes("home")) {
      // A page opened by its address shows a refusal, because the server refuses the figures too.
      await visit(page, "/pages/home/home");
      await page.getByText(permissions.length === 0 ? none : refused).waitFor();
      await page.goto("/");
      await waitForPath();
    }

    const accountTab = page.getByRole("link", { name: "My account" });
    if (permissions.includes("user")) await accountTab.click();
    await page.getByRole("combobox", { name: "Language" }).selectOption("id_ID");
    await page.getByRole("button", { name: "Keluar", exact: true }).waitFor();
    expect(await storedValue(page, "locale")).toBe("id_ID");
    await page.getByRole("button", { name: "Keluar", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keluar", exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/pages/login/login");
    expect(await storedValue(page, "token")).toBeNull();
    expect(consoleProblems).toEqual([]);
    await close();
  },
);

async function openAs(permissions: readonly Permission[]) {
  const manager = await network.addManager([outletId], { permissions });
  return openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
}

it("[STAFF-1] a viewer sees the state of a chair, and cannot control a customer's massage", async () => {
  const chair = await network.addChair(outletId);
  const customer = await openPhone(browser, { origin: server.url });
  await visit(customer.page, chairAddress(chair.deviceId));
  await customer.page.getByRole("radio", { name: /10 min/ }).check();
  const { page, consoleProblems, close } = await openAs(["home", "user"]);
  await visit(page, chairAddress(chair.deviceId));
  await page.getByText("Your account can't start massages. Contact the operator.").waitFor();
  expect(await page.getByRole("button", { name: /Cash|coupon/ }).count()).toBe(0);

  await customer.page.getByRole("button", { name: "Pay ₱50.00" }).click();
  await customer.page.getByRole("button", { name: "Pay", exact: true }).click();
  await customer.page.getByRole("timer").waitFor();
  const orderId = new URL(customer.page.url()).searchParams.get("orderId");
  await page.goto(chairAddress(chair.deviceId));
  await page.getByText("This chair is in use").waitFor();
  expect(new URL(page.url()).pathname).not.toBe("/pages/deviceOrder/order");

  const account = page.waitForResponse((response) => response.url().endsWith("/login/info"));
  await customer.page.getByRole("button", { name: "Add minutes" }).click();
  await customer.page.getByRole("button", { name: "Pay ₱50.00" }).click();
  await customer.page.getByRole("button", { name: "Leave without paying" }).click();
  await customer.page.getByRole("button", { name: "Cancel these minutes" }).waitFor();
  await visit(page, `/pages/deviceOrder/order?orderId=${orderId}`);
  await page.getByText(/extra min: waiting for/).waitFor();
  await (await account).finished();
  expect(await page.getByRole("button", { name: /Stop early|Add minutes|Cancel/ }).count()).toBe(0);
  await visit(page, `/pages/device/device?deviceId=${chair.deviceId}`);
  await page
    .getByText(/In use/)
    .first()
    .waitFor();
  for (const name of [
    "Stop massage",
    "Identify",
    "Run a 1-minute test",
    "Take out of service",
    "Change volume",
  ])
    expect(await page.getByRole("button", { name }).count(), name).toBe(0);
  await visit(page, "/pages/home/home");
  await page.getByText("Income today").first().waitFor();
  expect(await page.getByRole("link", { name: "Quick start" }).count()).toBe(0);
  expect(chair.state().running).not.toBeNull();
  expect(consoleProblems).toEqual([]);
  await close();
  await customer.close();
});

it("[STAFF-1] [CNT-2] a manager who stops a massage sees before what is refunded, and after it what to return in cash", async () => {
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openAs(["user", "start", "stop"]);
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("radio", { name: /10 min/ }).check();
  await page.getByRole("button", { name: "Cash ₱50.00 received: start" }).click();
  await page.getByRole("timer").waitFor();
  await page.getByRole("button", { name: "Stop early" }).click();
  const sheet = page.getByRole("dialog", { name: "Stop the massage?" });
  await sheet.getByText(/Return about ₱(49\.\d\d|50\.00) in cash to the customer/).waitFor();
  await sheet.getByRole("button", { name: "Stop now" }).click();
  await page.getByText(/Return ₱(49\.\d\d|50\.00) in cash to the customer\./).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[STAFF-1] [CNT-2] a manager sees also the cash to return for the extension of a massage", async () => {
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openAs(["home", "details", "user", "start", "stop"]);
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("radio", { name: /10 min/ }).check();
  await page.getByRole("button", { name: "Cash ₱50.00 received: start" }).click();
  await page.getByRole("timer").waitFor();
  await page.getByRole("button", { name: "Add minutes" }).click();
  await page.getByRole("button", { name: "Cash ₱50.00 received: add" }).click();
  await page.getByText("10 min added").waitFor();
  await visit(page, `/pages/device/device?deviceId=${chair.deviceId}`);
  await page.getByRole("button", { name: "Stop massage" }).click();
  const sheet = page.getByRole("dialog", { name: "Stop this massage?" });
  await sheet.getByText(/Return about ₱(99\.\d\d|100\.00) in cash to the customer/).waitFor();
  await sheet.getByRole("button", { name: "Stop now" }).click();
  await page.getByText(/Return ₱(99\.\d\d|100\.00) in cash to the customer\./).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
