import type { Permission } from "@reposo/contract/permissions.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
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

async function openAs(permissions: readonly Permission[]) {
  const manager = await network.addManager([outletId], { permissions });
  return openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
}

it("[STAFF-1] [CNT-2] a manager who stops a massage sees before what is refunded, and after it what to return in cash, also for its extension", async () => {
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openAs(["home", "details", "user", "start", "stop"]);
  const start = async () => {
    await visit(page, chairAddress(chair.deviceId));
    await page.getByRole("radio", { name: /10 min/ }).check();
    await page.getByRole("button", { name: "Cash ₱50.00 received: start" }).click();
    await page.getByRole("timer").waitFor();
  };
  await start();
  await page.getByRole("button", { name: "Stop early" }).click();
  const sheet = page.getByRole("dialog", { name: "Stop the massage?" });
  await sheet.getByText(/Return about ₱(49\.\d\d|50\.00) in cash to the customer/).waitFor();
  await sheet.getByRole("button", { name: "Stop now" }).click();
  await page.getByText(/Return ₱(49\.\d\d|50\.00) in cash to the customer\./).waitFor();

  await start();
  await page.getByRole("button", { name: "Add minutes" }).click();
  await page.getByRole("button", { name: "Cash ₱50.00 received: add" }).click();
  await page.getByText("10 min added").waitFor();
  await visit(page, `/pages/device/device?deviceId=${chair.deviceId}`);
  await page.getByRole("button", { name: "Stop massage" }).click();
  const other = page.getByRole("dialog", { name: "Stop this massage?" });
  await other.getByText(/Return about ₱(99\.\d\d|100\.00) in cash to the customer/).waitFor();
  await other.getByRole("button", { name: "Stop now" }).click();
  await page.getByText(/Return ₱(99\.\d\d|100\.00) in cash to the customer\./).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
