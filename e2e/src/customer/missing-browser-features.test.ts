import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, startWithCoupon, stopEarly } from "#browser/steps.ts";
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

/** Makes the rendering of the page fail, because setting the document's title throws. */
const breakTitle = (page: Page) =>
  page.addInitScript(() => {
    const { title } = Object.getOwnPropertyDescriptors(Document.prototype);
    Object.defineProperty(document, "title", {
      configurable: true,
      get: () => title?.get?.call(document),
      set: (value: string) => {
        if (!sessionStorage.getItem("mended")) throw new Error("the title cannot be set");
        title?.set?.call(document, value);
      },
    });
  });

const crashes = [
  ["en_US", "Your massage continues. Reload the page to see the time left.", "Reload"],
  ["zh_CN", "按摩仍在进行。重新加载页面即可查看剩余时间。", "重新加载"],
  ["zh_TW", "按摩仍在進行。重新載入頁面即可查看剩餘時間。", "重新載入"],
  ["id_ID", "Pijatan Anda tetap berjalan. Muat ulang halaman untuk melihat sisa waktu.", "Muat ulang"],
] as const;

it("[CNT-1] [ERR-1] offers a reload in the chosen language if the countdown fails to render", async () => {
  const chair = await network.addChair(outletId);
  const { page, close } = await openPhone(browser, { origin: server.url });
  await page.goto(chairAddress(chair.deviceId));
  await startWithCoupon(page, await network.addCoupon());
  await page.getByRole("timer").waitFor();
  await breakTitle(page);
  for (const [language, text, reload] of crashes) {
    await page.evaluate((chosen) => localStorage.setItem("reposo.locale", chosen), language);
    await page.reload();
    await page.getByText(text).waitFor();
    expect(await page.getByRole("button", { name: reload, exact: true }).count(), language).toBe(1);
    expect(await page.getByRole("timer").count()).toBe(0);
  }
  await page.evaluate(() => sessionStorage.setItem("mended", "yes"));
  await page.getByRole("button", { name: "Muat ulang" }).click();
  await page.getByRole("timer").waitFor();
  await close();
});

it("[ERR-1] offers a reload if a manager's page fails to render", async () => {
  const session = await signIn(server, await network.addManager([outletId]));
  const { page, close } = await openPhone(browser, { origin: server.url, session });
  await breakTitle(page);
  await page.goto("/pages/home/home");
  await page.getByText("Reload the page to continue.").waitFor();
  expect(await page.getByText("Income today").count()).toBe(0);
  await page.evaluate(() => sessionStorage.setItem("mended", "yes"));
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("Income today").first().waitFor();
  await close();
});
