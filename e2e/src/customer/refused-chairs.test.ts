import { publicDevice } from "@reposo/contract/devices/devices.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { chairAddress, startWithCoupon, visit } from "#browser/steps.ts";
import { type Network, openNetwork, presenceOf, until } from "#stage/network.ts";
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

const unavailable = "Device unavailable, please scan another device";

async function offlineChair(): Promise<string> {
  const chair = await network.addChair(outletId);
  chair.setFaults({ offline: true });
  await until(
    async () => !(await presenceOf(network.database, chair.deviceId)).online,
    "the chair to go offline",
  );
  return chair.deviceId;
}

async function faultyChair(): Promise<string> {
  const chair = await network.addChair(outletId);
  chair.setFaultCode("E07-ROLLER");
  await until(async () => (await presenceOf(network.database, chair.deviceId)).fault !== null, "the fault");
  return chair.deviceId;
}

async function busyChair(): Promise<string> {
  const chair = await network.addChair(outletId);
  const { page, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await startWithCoupon(page, await network.addCoupon());
  await page.getByRole("timer").waitFor();
  await close();
  return chair.deviceId;
}

async function unpricedChair(): Promise<string> {
  return (await network.addChair(outletId, { priced: false })).deviceId;
}

describe("[START-1] [START-4] [STATE-1] the page of a chair that cannot be started now shows why before any payment:", () => {
  it.each([
    { chair: "offline", make: offlineChair, message: unavailable },
    { chair: "faulty", make: faultyChair, message: unavailable },
    { chair: "disabled", make: () => network.addDevice(outletId, { disabled: true }), message: unavailable },
    { chair: "busy", make: busyChair, message: "This chair is in use" },
  ])("$chair", async ({ make, message }) => {
    const deviceId = await make();
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
    const polled = page.waitForResponse(`**${publicDevice.path}*`);
    await visit(page, chairAddress(deviceId));
    await polled;
    await page.getByText(message).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(`Chair ${deviceId}`);
    expect(await page.getByRole("button", { name: /Pay|coupon/ }).count()).toBe(0);
    expect(await storedValue(page, "deviceId")).toBe(deviceId);
    await page.getByRole("link", { name: "Scan another chair" }).click();
    await page.getByLabel("Device ID").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });
});

describe("[START-1] [START-2] [ERR-1] the error page is shown for a chair that is", () => {
  it.each([
    {
      chair: "unpriced",
      make: unpricedChair,
      message: "This chair has no price list yet. Please choose another chair.",
    },
    { chair: "unknown", make: async () => "E0000000000", message: "Unable to recognize device" },
  ])("$chair", async ({ make, message }) => {
    const deviceId = await make();
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
    await visit(page, chairAddress(deviceId));
    await page.waitForURL((url) => url.pathname === "/pages/err/err");
    await page.getByRole("alert").getByText(message).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Error");
    expect(await storedValue(page, "deviceId")).toBe(deviceId);
    await page.getByRole("link", { name: "Scan another chair" }).click();
    await page.getByLabel("Device ID").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });
});

it("[QS-1] keeps a mistyped ID, and shows an error beside the field", async () => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, "/pages/index/index");
  const field = page.getByLabel("Device ID");
  const next = page.getByRole("button", { name: "Next" });
  await next.click();
  await page.getByText("Please enter the device ID").waitFor();
  await field.fill(" e0000000001 ");
  await next.click();
  const problem = page.locator("form").getByRole("alert").getByText("Unable to recognize device");
  await problem.waitFor();
  expect(await field.inputValue()).toBe(" e0000000001 ");
  expect(new URL(page.url()).pathname).toBe("/pages/quickStart/quickStart");
  // The error disappears while the customer corrects the ID.
  const { deviceId } = await network.addChair(outletId);
  await field.fill(deviceId.toLowerCase());
  expect(await problem.count()).toBe(0);
  await next.click();
  await page.getByText("Choose your massage").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[START-3] shows the outlet's name when a manager opens a chair of another manager's outlet", async () => {
  const ownOutlet = await network.addOutlet({ name: "Own outlet" });
  const manager = await network.addManager([ownOutlet]);
  const foreign = await network.addChair(outletId);
  const session = await signIn(server, manager);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, chairAddress(foreign.deviceId));
  await page
    .getByRole("alert")
    .getByText(`Account ${manager.name} cannot scan the device at this branch`)
    .waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[ERR-1] ignores the message in an address that the app did not create, and shows the text of its errType", async () => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  const text = "Your account is locked. Call +63 900 000 0000 to release it.";
  const spoofed = `errMsg=${encodeURIComponent(text)}`;
  for (const [query, shown] of [
    [`errType=device&${spoofed}`, unavailable],
    [`errType=toString&${spoofed}`, "Something went wrong. Please try again."],
    [spoofed, "Something went wrong. Please try again."],
    ["errType=device", unavailable],
    ["", "Something went wrong. Please try again."],
  ]) {
    await visit(page, `/pages/err/err?${query}`);
    await page
      .getByRole("alert")
      .getByText(shown ?? "")
      .waitFor();
    expect(await page.getByText("locked").count()).toBe(0);
  }
  await page.getByRole("link", { name: "Start a chair" }).click();
  await page.getByLabel("Device ID").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[ERR-1] shows the message of a refused chair after a reload, but not when its address is copied and opened again", async () => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress("E0000000000"));
  await page.getByRole("alert").getByText("Unable to recognize device").waitFor();
  await page.reload();
  await page.getByRole("alert").getByText("Unable to recognize device").waitFor();
  const copied = new URL(page.url());
  await visit(page, "/pages/index/index");
  await visit(page, copied.pathname + copied.search);
  await page.getByRole("alert").getByText(unavailable).waitFor();
  expect(await page.getByText("Unable to recognize device").count()).toBe(0);
  expect(consoleProblems).toEqual([]);
  await close();
});
