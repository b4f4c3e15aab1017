import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, startWithCoupon, stopEarly } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";

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

/** How a wallet's browser lacks an interface: the property does not exist, is undefined, or throws when it is read. */
type Absence = "missing" | "undefined" | "throwing";

function withoutOptionalParts(absence: Absence): void {
  const lose = (owner: object, name: string) => {
    if (absence === "missing") {
      delete (owner as Record<string, unknown>)[name];
      return;
    }
    const get = () => {
      if (absence === "throwing") throw new DOMException(`${name} is not allowed`, "SecurityError");
      return undefined;
    };
    Object.defineProperty(owner, name, { configurable: true, get });
  };
  for (const name of ["wakeLock", "vibrate", "share", "clipboard", "mediaDevices", "userActivation"]) {
    lose(Navigator.prototype, name);
  }
  for (const name of [
    "Notification",
    "AudioContext",
    "matchMedia",
    "localStorage",
    "sessionStorage",
    "indexedDB",
  ]) {
    lose(window, name);
  }
}

async function openPhoneWithout(absence: Absence) {
  const phone = await openPhone(browser, { origin: server.url });
  const failures: string[] = [];
  phone.context.on("weberror", (error) => failures.push(String(error.error())));
  await phone.context.addInitScript(withoutOptionalParts, absence);
  return { ...phone, failures };
}

it.each<Absence>(["missing", "undefined", "throwing"])(
  "[CNT-1] [QS-1] starts, counts down, and ends a massage in a browser whose optional interfaces are %s",
  async (absence) => {
    const chair = await network.addChair(outletId);
    const { page, failures, close } = await openPhoneWithout(absence);
    await page.goto(chairAddress(chair.deviceId));
    await page.getByText("₱5.00").first().waitFor();
    await startWithCoupon(page, await network.addCoupon());
    await page.getByRole("timer").waitFor();
    await stopEarly(page);
    await page.getByText("Thank you", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Something wrong? Send feedback" }).click();
    await page.getByLabel("Problem description").fill("It stopped early");
    await page.getByRole("button", { name: "Send feedback" }).click();
    await page.getByText("Submitted successfully").waitFor();
    await page.goto("/pages/index/index");
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await page.getByRole("button", { name: "Scan with the camera" }).waitFor();
    expect(failures).toEqual([]);
    await close();
  },
);
