import { randomUUID } from "node:crypto";
import { addCollectionPhoto, recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { formOf, keyIn, multipart, photo } from "@reposo/server/test/clients/upload-client.ts";
import type { Page } from "playwright-core";
import { callServer } from "#stage/call-server.ts";
import type { ManagerAccount, Network } from "#stage/network.ts";
import type { ServerUnderTest } from "#stage/server-under-test.ts";
import { signIn } from "#stage/sign-in.ts";
import type { ScreenState } from "./screen-state.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { insertRows } from "@reposo/server/test/database/insert-rows.ts";

type Go = (address: string, selector: string) => (page: Page) => Promise<void>;

/**
 * Returns the states of the cash page: cash boxes, collections with a correction, a photo, and a difference, and the
 * sheets.
 */
export async function cashStates(
  { server, network, manager }: { server: ServerUnderTest; network: Network; manager: ManagerAccount },
  outletId: string,
  to: Go,
): Promise<ScreenState[]> {
  const collectedId = await network.addDevice(outletId);
  const correctedId = await addCollections(network, outletId, collectedId);
  const photographedId = await addPhoto(server, manager, await network.addDevice(outletId));
  const role = "manager";
  const boxes = to("/pages/cash/cash", "[data-row]");
  /** Opens the list of collections, in a wide window with one of them beside it. */
  const collections = (collectionId: string) =>
    to(`/pages/cash/cash?view=collections&collectionId=${collectionId}`, "li[data-row]");
  const openEntry = async (page: Page, collectionId: string) => {
    await collections(collectionId)(page);
    const entry = page.locator(`li[data-row="${collectionId}"]`).filter({ visible: true });
    if ((await entry.locator("details[open]").count()) === 0) await entry.locator("summary").click();
    return entry.locator("button");
  };
  /** Presses a row, or in a wide window the button in its last column. */
  const pressBox = (page: Page, hasText = "") =>
    page
      .locator("main button[data-row]", { hasText })
      .or(page.locator("main [role=row]", { hasText }).locator("[role=cell] button"))
      .first()
      .click();
  return [
    { name: "cash-boxes", role, open: boxes },
    {
      name: "cash-collect",
      role,
      open: async (page) => {
        await boxes(page);
        await pressBox(page);
        await pickPhoto(page, await photo());
        await page.locator("dialog form img").waitFor();
        await page.locator("dialog form [type=submit]").click();
        await page.locator("dialog [role=alert]").first().waitFor();
        // The page has scrolled to the error; the screenshot should begin at the top.
        await page.locator("dialog").evaluate((sheet) => {
          for (const part of [sheet, ...sheet.querySelectorAll("*")]) part.scrollTop = 0;
        });
      },
    },
    {
      name: "cash-result",
      role,
      open: async (page) => {
        await boxes(page);
        await pressBox(page, collectedId);
        await page.locator("dialog input").first().fill("987654");
        await page.locator("dialog form [type=submit]").click();
        await page.locator("dialog p[role=status]").waitFor();
      },
    },
    {
      name: "cash-waiting",
      role,
      open: async (page) => {
        await boxes(page);
        await page.context().setOffline(true);
        await pressBox(page);
        await page.locator("dialog input").first().fill("125");
        await page.locator("dialog form [type=submit]").click();
        await page.locator("dialog").waitFor({ state: "detached" });
        // The state before may have left an entry whose difference has not been seen yet.
        await page.locator("article [role=status]").first().waitFor();
      },
    },
    {
      name: "cash-photo-refused",
      role,
      open: async (page) => {
        await boxes(page);
        await pressBox(page);
        await page.locator("dialog input").first().fill("0");
        await pickPhoto(page, Buffer.from("no picture"));
        await page.locator("dialog form [type=submit]").click();
        await page.locator("dialog").waitFor({ state: "detached" });
        await page.locator("article button").first().waitFor();
      },
    },
    { name: "cash-collections", role, open: collections(correctedId) },
    {
      name: "cash-correct",
      role,
      open: async (page) => {
        await (await openEntry(page, correctedId)).first().click();
        await page.locator("dialog form [type=submit]").waitFor();
      },
    },
    {
      name: "cash-wrong-chair",
      role,
      open: async (page) => {
        await (await openEntry(page, correctedId)).nth(1).click();
        await page.locator("dialog form [type=submit]").click();
        await page.locator("dialog [role=alert]:not(:empty)").first().waitFor();
      },
    },
    {
      name: "cash-photo",
      role,
      open: async (page) => {
        await (await openEntry(page, photographedId)).first().click();
        await page.locator("dialog img").waitFor();
      },
    },
    { name: "cash-differences", role, open: to("/pages/cash/cash?view=differences", "[data-row]") },
    {
      name: "cash-none",
      role,
      open: to("/pages/cash/cash?view=collections&range=yesterday", "[class*=notice-title]"),
    },
  ];
}

const pickPhoto = (page: Page, buffer: Buffer) =>
  page.locator("dialog input[type=file]").setInputFiles({ name: "box.jpg", mimeType: "image/jpeg", buffer });

async function addPhoto(server: ServerUnderTest, manager: ManagerAccount, deviceId: string): Promise<string> {
  const { token } = await signIn(server, manager);
  const collectionId = randomUUID();
  const collectedAt = new Date(Date.now() - 600_000).toISOString();
  const collection = { collectionId, deviceId, counted: 0, currency: "PHP", collectedAt } as const;
  await callServer(server, recordCollection, collection, token);
  const policy = await callServer(server, getPolicy, {}, token);
  const key = keyIn(policy);
  const { payload, headers } = multipart(formOf(policy, key), { bytes: await photo() });
  const stored = await fetch(policy.host, { method: "POST", headers, body: new Uint8Array(payload) });
  if (!stored.ok) throw new Error(`the upload was answered with ${stored.status}`);
  await callServer(server, addCollectionPhoto, { collectionId, key }, token);
  return collectionId;
}

/** Returns the ID of the newest entry. */
async function addCollections({ database }: Network, outletId: string, deviceId: string): Promise<string> {
  const { account_id: accountId } = await sql<{ account_id: string }>`
    SELECT account_id FROM outlet_manager
    WHERE outlet_id = ${outletId} LIMIT 1`.firstRow(database);
  const now = Date.now();
  const collection = {
    collection_id: randomUUID(),
    kind: "collection" as const,
    device_id: deviceId,
    outlet_id: outletId,
    currency: "PHP" as const,
    counted_minor: 120_00,
    expected_minor: 0,
    coins_total_minor: 0,
    note: null,
    collected_at: new Date(now - 60_000),
    collected_by: accountId,
    recorded_at: new Date(now - 60_000),
    recorded_by: accountId,
    corrects_id: null,
  };
  const correction = {
    ...collection,
    collection_id: randomUUID(),
    kind: "correction" as const,
    counted_minor: 20_00,
    note: "Two rolls were counted twice",
    recorded_at: new Date(now - 30_000),
    corrects_id: collection.collection_id,
  };
  await insertRows(database, "cash_collection", [collection]);
  await insertRows(database, "cash_collection", [correction]);
  return correction.collection_id;
}
