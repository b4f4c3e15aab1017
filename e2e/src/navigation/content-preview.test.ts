import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayScripts } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { recordIncome } from "#stage/record-income.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletIds: [string, string];

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletIds = [await network.addOutlet({ name: "Atrium" }), await network.addOutlet({ name: "Glorietta" })];
  const [outletId] = outletIds;
  const { deviceId } = await network.addChair(outletId);
  await addPastOrders(network.database, { outletId, deviceIds: [deviceId], count: 30 });
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  const income = { outletId, deviceId, payType: "coin", amountMinor: 75_00, at: yesterday } as const;
  await recordIncome(network.database, income);
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

async function open(outlets: readonly string[], language: "en_US" | "zh_CN" | "zh_TW" | "id_ID") {
  const session = await signIn(server, await network.addManager(outlets));
  return openPhone(browser, { origin: server.url, session, language });
}

const live = { en_US: "Live", id_ID: "Langsung", zh_CN: "实时", zh_TW: "即時" };

const pages = [
  {
    address: "/pages/details/details?range=thisYear",
    language: "en_US",
    content: ":is(table, [role=table])",
  },
  { address: "/pages/dataChart/dataChart?chart=income", language: "zh_CN", content: "svg text" },
] as const;

describe("[PERF-1] shows the same content before any script has loaded as the app shows afterwards:", () => {
  it.each(pages)("$address", async ({ address, language, content }) => {
    const { page, consoleProblems, close } = await open(outletIds, language);
    const releaseScripts = await delayScripts(page);
    await page.goto(address, { waitUntil: "commit" });
    await page.locator(`#page-outline main ${content}`).first().waitFor();
    const preview = await page.locator("#page-outline main").innerText();
    const box = await page.locator(`#page-outline main ${content}`).first().boundingBox();
    releaseScripts();
    const shown = page.locator(`#app main ${content}`).first();
    await shown.waitFor();
    const texts = async () => linesOf(await page.locator("#app main").innerText(), live[language]);
    await expect.poll(texts).toEqual(linesOf(preview, live[language]));
    expect(await shown.boundingBox()).toEqual(box);
    expect(await page.locator("#page-outline").count()).toBe(0);
    expect(consoleProblems).toEqual([]);
    await close();
  });
});

/**
 * Returns the lines of a text without what may differ between both renderings: the state of the live events, which only
 * the app knows, and the time of figures ("As of", "截至") that were fetched again.
 */
const linesOf = (text: string, liveText: string): string[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && line !== liveText)
    .map((line) => line.replace(/(As of|截至) \d\d:\d\d/, "$1"));

it("[PERF-1] shows an account with one outlet its devices before any script has loaded", async () => {
  const { page, close } = await open(outletIds.slice(0, 1), "en_US");
  const releaseScripts = await delayScripts(page);
  await page.goto("/pages/details/details?range=thisYear", { waitUntil: "commit" });
  const preview = page.locator("#page-outline main");
  await preview
    .getByText(/Atrium/)
    .first()
    .waitFor();
  await preview.getByText("₱75.00").first().waitFor();
  releaseScripts();
  await page.locator("#app main").getByText("₱75.00").first().waitFor();
  // The document also makes the call for all outlets, which the app does not use here; it must not delay the stream.
  const startMs = performance.now();
  await page.getByText("Live", { exact: true }).waitFor();
  expect(performance.now() - startMs).toBeLessThan(8_000);
  await close();
});
