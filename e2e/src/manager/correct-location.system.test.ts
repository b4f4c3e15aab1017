import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { commandLine } from "#stage/command-line.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

const server = inject("server");
const reposo = commandLine(server);
let network: Network;
let browser: Browser;
let tile: Buffer;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#dfe8d8" } })
    .png()
    .toBuffer();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

/** The page polls the operator's decision every 15 s. */
const afterPoll = { timeout: 45_000 };
const coordinates = { latitude: 14.5847, longitude: 121.0569 };

async function openManager() {
  const outletId = await network.addOutlet({ name: "SM Megamall" });
  await sql`
    UPDATE outlet SET latitude = ${coordinates.latitude}, longitude = ${coordinates.longitude}
    WHERE outlet_id = ${outletId}`.execute(network.database);
  const account = await network.addManager([outletId]);
  const session = await signIn(server, account);
  const phone = await openPhone(browser, { origin: server.url, session });
  await phone.page.route("https://tiles.example/**", (route) =>
    route.fulfill({ body: tile, contentType: "image/png" }),
  );
  await visit(phone.page, `/pages/location/open?areaId=${outletId}`);
  return { ...phone, outletId };
}

async function propose(page: Page, latitude: string, longitude: string): Promise<void> {
  await page.getByRole("link", { name: "Suggest a correction" }).click();
  await page.getByRole("heading", { level: 2, name: "SM Megamall" }).waitFor();
  await page.getByLabel("Latitude").fill(latitude);
  await page.getByLabel("Longitude").fill(longitude);
  await page.getByRole("button", { name: "Send for approval" }).click();
}

const numberOf = async (outletId: string): Promise<string> =>
  new RegExp(`^(\\d+)  \\S+  ${outletId} `, "m").exec(await reposo("outlet", "positions"))?.[1] ?? "none";

const shown = (page: Page) => page.getByLabel("Coordinates").inputValue();

it("[LOC-1] a manager sees a correction of an outlet's location as pending, the reason of a refusal, and the new position when the operator accepts another", async () => {
  const { page, outletId, consoleProblems, close } = await openManager();
  await propose(page, "14.6", "121.1");
  await page.getByText("Waiting for approval").waitFor();
  await reposo("outlet", "refuse-position", await numberOf(outletId), "--reason", "That is the car park");
  await page.getByText("Declined", { exact: true }).waitFor(afterPoll);
  await page.getByText(/Reason: \W?That is the car park/).waitFor();
  expect(await shown(page)).toBe("14.5847, 121.0569");

  await propose(page, "14.585012", "121.056498");
  await page.getByText("Waiting for approval").waitFor();
  expect(new URL(page.url()).pathname).toBe("/pages/location/open");
  await page.getByText("14.585012, 121.056498", { exact: true }).waitFor();
  await reposo("outlet", "accept-position", await numberOf(outletId));
  await page.getByText("Approved", { exact: true }).waitFor(afterPoll);
  await expect.poll(() => shown(page)).toBe("14.585012, 121.056498");
  expect(consoleProblems).toEqual([]);
  await close();
});
