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
  for (const name of [
    "wakeLock",
    "vibrate",
    "share",
    "clipboard",
    "mediaDevices",
    "userActivation",
    "serviceWorker",
  ]) {
    lose(Navigator.prototype, name);
  }
  for (const name of [
    "Notification",
    "PushManager",
    "AudioContext",
    "matchMedia",
    "localStorage",
    "sessionStorage",
    "indexedDB",
  ]) {
    lose(window, name);
  }
}

async function openPhoneWithout(absence: Absence, userAgent?: string) {
  const phone = await openPhone(browser, { origin: server.url, ...(userAgent && { userAgent }) });
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

const inApp =
  "Mozilla/5.0 (Linux; Android 13; SM-A135F; wv) AppleWebKit/537.36 Version/4.0 Chrome/109.0 Mobile";
it.each([
  ["Line", `${inApp} Safari/537.36 Line/14.5.0/IAB`],
  ["WeChat", `${inApp} Safari/537.36 XWEB/1090 MMWEBSDK/20231202 MicroMessenger/8.0.47 WeChat/arm64`],
  ["Facebook", `${inApp} Safari/537.36 [FB_IAB/FB4A;FBAV/450.0.0.42.109;]`],
])(
  "[START-3] [CNT-1] pays online, and follows the massage after the payment page, in the browser of %s, which stores nothing",
  async (_app, userAgent) => {
    const chair = await network.addChair(outletId);
    const { page, failures, close } = await openPhoneWithout("throwing", userAgent);
    await page.goto(chairAddress(chair.deviceId));
    await page.getByRole("button", { name: /^Pay ₱/ }).click();
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByText("The payment was declined. Nothing was charged.").waitFor();
    await page.getByRole("link", { name: "Back to the chair" }).click();
    await page.getByRole("button", { name: /^Pay ₱/ }).click();
    await page.waitForURL("**/pay/simulated/**");
    await page.getByRole("button", { name: /^Pay ₱/ }).click();
    await page.getByRole("timer").waitFor();
    await stopEarly(page);
    await page.getByRole("link", { name: "View receipt" }).click();
    await page.getByRole("article", { name: /^Receipt/ }).waitFor();
    expect(failures).toEqual([]);
    await close();
  },
);
