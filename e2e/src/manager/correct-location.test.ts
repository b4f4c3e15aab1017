import { outletList } from "@reposo/contract/outlets/outlets.ts";
import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import type { Permission } from "@reposo/contract/permissions.ts";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayRequests, visit, withoutContent } from "#browser/steps.ts";
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

async function openManager(permissions?: readonly Permission[]) {
  const outletId = await network.addOutlet({ name: "SM Megamall" });
  await sql`
    UPDATE outlet SET latitude = ${coordinates.latitude}, longitude = ${coordinates.longitude}
    WHERE outlet_id = ${outletId}`.execute(network.database);
  const account = await network.addManager([outletId], permissions && { permissions });
  const session = await signIn(server, account);
  const phone = await openPhone(browser, { origin: server.url, session });
  await phone.page.route("https://tiles.example/**", (route) =>
    route.fulfill({ body: tile, contentType: "image/png" }),
  );
  await visit(phone.page, `/pages/location/open?areaId=${outletId}`);
  return { ...phone, outletId };
}

async function propose(page: Page, latitude: string, longitude: string): Promise<void> {
  await page.getByRole("link", { name: "Correct location" }).click();
  await page.getByRole("heading", { level: 2, name: "SM Megamall" }).waitFor();
  await page.getByLabel("Latitude").fill(latitude);
  await page.getByLabel("Longitude").fill(longitude);
  await page.getByRole("button", { name: "Send for approval" }).click();
}

const numberOf = async (outletId: string): Promise<string> =>
  new RegExp(`^(\\d+)  \\S+  ${outletId} `, "m").exec(await reposo("outlet", "positions"))?.[1] ?? "none";

const shown = (page: Page) => page.getByLabel("Coordinates").inputValue();

describe("[LOC-1] a manager who corrects an outlet's location", () => {
  it("sees the correction as pending, and the new position when the operator accepts it", async () => {
    const { page, outletId, consoleProblems, close } = await openManager();
    await propose(page, "14.585012", "121.056498");
    await page.getByText("Waiting for approval").waitFor();
    expect(new URL(page.url()).pathname).toBe("/pages/location/open");
    await page.getByText("14.585012, 121.056498", { exact: true }).waitFor();
    await page.getByText(/Proposed by \W?Maria Santos/).waitFor();
    expect(await shown(page)).toBe("14.5847, 121.0569");

    await reposo("outlet", "accept-position", await numberOf(outletId));
    await page.getByText("Accepted", { exact: true }).waitFor(afterPoll);
    await expect.poll(() => shown(page)).toBe("14.585012, 121.056498");
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("sees the reason of a refusal, and the outlet keeps its position", async () => {
    const { page, outletId, consoleProblems, close } = await openManager();
    await propose(page, "14.6", "121.1");
    await page.getByText("Waiting for approval").waitFor();
    await reposo("outlet", "refuse-position", await numberOf(outletId), "--reason", "That is the car park");
    await page.getByText("Refused", { exact: true }).waitFor(afterPoll);
    await page.getByText(/Reason: \W?That is the car park/).waitFor();
    expect(await shown(page)).toBe("14.5847, 121.0569");
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("sees why a position is invalid, and the page does not send it", async () => {
    const { page, outletId, close } = await openManager();
    await propose(page, "91", "121");
    await page.getByText("A number from -90 to 90").waitFor();
    await page.getByLabel("Latitude").fill("14.5847");
    await page.getByLabel("Longitude").fill("121.0569");
    const send = page.getByRole("button", { name: "Send for approval" });
    await send.click();
    await page.getByRole("alert").getByText("The outlet is already at this position").waitFor();
    await page.getByLabel("Latitude").fill("0");
    await page.getByLabel("Longitude").fill("0");
    await send.click();
    await page.getByRole("alert").getByText("0, 0 is not a valid position").waitFor();
    expect(await numberOf(outletId)).toBe("none");
    await visit(page, "/pages/location/choose?areaId=nobodys");
    await page.getByText("Outlet not found").waitFor();
    await close();
  });

  it("reads the same title as on the link, which differs for an outlet without a position, and a neutral one until the outlet is known", async () => {
    const { page, outletId, consoleProblems, close } = await openManager();
    const opened = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
    await page.getByRole("link", { name: "Correct location" }).click();
    await opened("Correct location").waitFor();
    await sql`
      UPDATE outlet SET latitude = NULL, longitude = NULL
      WHERE outlet_id = ${outletId}`.execute(network.database);
    await visit(page, `/pages/location/open?areaId=${outletId}`);
    await page.getByRole("link", { name: "Propose a location" }).click();
    await opened("Propose a location").waitFor();
    await withoutContent(page);
    const release = await delayRequests(page, `**${outletList.path}*`);
    await page.reload();
    await opened("Location").waitFor();
    release();
    await opened("Propose a location").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("needs the permission for details", async () => {
    const { page, consoleProblems, close } = await openManager(["home", "user"]);
    await page.getByLabel("Coordinates").waitFor();
    expect(await page.getByRole("link", { name: "Correct location" }).count()).toBe(0);
    expect(consoleProblems).toEqual([]);
    await close();
  });
});
