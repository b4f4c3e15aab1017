import { photo } from "@reposo/server/test/clients/upload-client.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
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

async function openManagerPhone() {
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  const session = await signIn(server, await network.addManager([outletId]));
  return { ...(await openPhone(browser, { origin: server.url, session })), outletId, deviceId };
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { ariaLabel, tagName, labels, textContent } = document.activeElement as HTMLInputElement;
    return ariaLabel ?? labels?.[0]?.textContent ?? `${tagName} ${textContent}`;
  });

describe("the keyboard focus stays", () => {
  it.each([
    ["the details", "/pages/details/details?"],
    ["the collections", "/pages/cash/cash?view=collections&"],
  ])("[DET-1] on the choice of a period: %s", async (_, address) => {
    const { page, consoleProblems, close } = await openManagerPhone();
    await visit(page, `${address}range=today`);
    await page.getByRole("radio", { name: "Today" }).focus();
    for (const chosen of ["This week", "This month"]) {
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => page.getByRole("radio", { name: chosen }).isChecked()).toBe(true);
      expect(await focused(page)).toBe(chosen);
    }

    await visit(page, `${address}range=custom&startDate=2026-06-15&endDate=2026-07-15`);
    const from = page.getByLabel("From");
    await from.focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForURL((url) => url.searchParams.get("startDate") !== "2026-06-15");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => from.inputValue()).toMatch(/2026-(04-15|06-13)/);
    expect(await from.evaluate((field) => field === document.activeElement)).toBe(true);

    await from.fill("2026-09-01");
    await page.getByLabel("To").and(page.locator("[aria-invalid=true]")).waitFor();
    await page.getByRole("radio", { name: "This month" }).check();
    await from.waitFor({ state: "detached" });
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[DEV-1] in a search field that was cleared, and next to a chip that was removed", async () => {
    const { page, consoleProblems, close } = await openManagerPhone();
    await visit(page, "/pages/deviceList/deviceList?use=idle&condition=abnormal");
    const search = page.getByRole("searchbox");
    await search.fill("nothing like it");
    await page.getByRole("button", { name: "Clear search" }).focus();
    await page.keyboard.press("Enter");
    expect(await search.inputValue()).toBe("");
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);

    const chips = page.getByRole("button", { name: /^Remove filter/ });
    await expect.poll(() => chips.count()).toBe(2);
    await chips.first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => chips.count()).toBe(1);
    expect(await focused(page)).toBe(await chips.getAttribute("aria-label"));
    await page.keyboard.press("Enter");
    await expect.poll(() => chips.count()).toBe(0);
    expect(await focused(page)).toBe("BUTTON Filters");
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[CASH-4] on the button that adds a photo when the photo is removed", async () => {
    const { page, deviceId, close } = await openManagerPhone();
    await visit(page, "/pages/cash/cash");
    await page.getByRole("button", { name: new RegExp(deviceId) }).click();
    const picture = { name: "box.jpg", mimeType: "image/jpeg", buffer: await photo(400, 300) };
    await page.locator("input[type=file]").setInputFiles(picture);
    await page.getByRole("button", { name: "Remove photo" }).focus();
    await page.keyboard.press("Enter");
    const add = page.getByRole("button", { name: "Add a photo" });
    await add.waitFor();
    expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
    await close();
  });
});
