import { collectionList } from "@reposo/contract/revenue/cash-boxes.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayRequests, visit } from "#browser/steps.ts";
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

const boxes = "/pages/cash/cash";

/** Opens a phone of a manager with three outlets, of which the last has no chair. */
async function openManager() {
  const outletIds: string[] = [];
  for (const name of ["Glorietta", "Greenbelt", "Trinoma"]) outletIds.push(await network.addOutlet({ name }));
  const [glorietta = "", greenbelt = "", trinoma = ""] = outletIds;
  const deviceIds = [await network.addDevice(glorietta), await network.addDevice(greenbelt)];
  const session = await signIn(server, await network.addManager(outletIds));
  const phone = await openPhone(browser, { origin: server.url, session });
  return { ...phone, glorietta, greenbelt, trinoma, deviceIds };
}

it("[CASH-5] names all chosen or excluded outlets above the boxes, and changes the choice there", async () => {
  const { page, glorietta, greenbelt, deviceIds, consoleProblems, close } = await openManager();
  const picker = page.getByRole("button", { name: /outlets/ });
  const choice = async () => (await picker.innerText()).trim();
  await visit(page, `${boxes}?areaId=${glorietta}&areaId=${greenbelt}`);
  await page.getByRole("button", { name: new RegExp(deviceIds[1] ?? "") }).waitFor();
  expect(await choice()).toBe("2 of 3 outlets");
  await visit(page, `${boxes}?exceptAreaId=${glorietta}`);
  await page.getByRole("button", { name: new RegExp(deviceIds[1] ?? "") }).waitFor();
  expect(await choice()).toBe("2 of 3 outlets");
  expect(await page.getByRole("button", { name: new RegExp(deviceIds[0] ?? "") }).count()).toBe(0);

  await picker.click();
  const sheet = page.getByRole("dialog", { name: "Choose outlets" });
  await sheet.getByRole("checkbox", { name: "Glorietta" }).check();
  await sheet.getByRole("checkbox", { name: "Trinoma" }).uncheck();
  await sheet.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("button", { name: new RegExp(deviceIds[0] ?? "") }).waitFor();
  expect(new URL(page.url()).searchParams.getAll("areaId").sort()).toEqual([glorietta, greenbelt].sort());
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CASH-5] offers to clear the filters if no box and no difference matches them, and counts entries once they are known", async () => {
  const { page, trinoma, deviceIds, consoleProblems, close } = await openManager();
  const clear = page.getByRole("button", { name: "Clear filters" });
  await visit(page, `${boxes}?areaId=${trinoma}`);
  await page.getByText("No results").waitFor();
  expect(await page.getByText("No chairs yet").count()).toBe(0);
  await clear.click();
  await page.getByRole("button", { name: new RegExp(deviceIds[0] ?? "") }).waitFor();

  await visit(page, `${boxes}?view=differences&deviceId=${deviceIds[0]}`);
  await page.getByText("No collections in this period match your filters.").waitFor();
  await clear.click();
  await page.getByText("No collections in this period", { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.has("deviceId")).toBe(false);

  const release = await delayRequests(page, `**${collectionList.path}*`);
  await page.getByRole("radio", { name: "Collections" }).check();
  const heading = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect.poll(() => heading.allInnerTexts()).toEqual(["Collections"]);
  release();
  await expect.poll(() => heading.allInnerTexts()).toEqual(["Entries: 0"]);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CASH-5] loads further boxes on a tap, and finds a chair that is not among the loaded ones", async () => {
  const outletId = await network.addOutlet({ name: "Megamall" });
  const deviceIds: string[] = [];
  for (let n = 0; n < 103; n += 1) deviceIds.push(await network.addDevice(outletId));
  const session = await signIn(server, await network.addManager([outletId]));
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, `${boxes}?sort=outlet`);
  await page.getByRole("heading", { name: "Chairs (103)" }).waitFor();
  const rows = page.getByRole("list", { name: "In the boxes" }).getByRole("button");
  await expect.poll(() => rows.count()).toBe(100);
  const last = [...deviceIds].sort().at(-1) ?? "";
  await page.getByRole("button", { name: "Record a collection" }).click();
  await page.getByLabel("Device ID").fill("NOSUCH01");
  await page.getByRole("button", { name: "Save collection" }).click();
  await page.getByText("None of your outlets has a chair with this device ID").waitFor();
  await page.getByLabel("Device ID").fill(last);
  await page.getByText("None of your outlets has a chair with this device ID").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => rows.count()).toBe(103);
  expect(await page.getByRole("button", { name: "Load more" }).count()).toBe(0);
  expect(consoleProblems).toEqual([]);
  await close();
});
