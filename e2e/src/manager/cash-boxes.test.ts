import { buffer } from "node:stream/consumers";
import { addCollectionPhoto, recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import { photo } from "@reposo/server/test/clients/upload-client.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { closeResult, countCoins, openCashBox, tapBox } from "#browser/cash-box.ts";
import { openBrowser, storedValue } from "#browser/phone.ts";
import { logIn, loseReplies, visit } from "#browser/steps.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

const server = inject("server");
const boxes = "/pages/cash/cash";
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

const openBox = () => openCashBox(network, browser, server);
const coinsOf = (deviceId: string) => countCoins(network, deviceId);

const collectionsOf = (deviceId: string) =>
  sql<{ kind: unknown; counted_minor: number; expected_minor: number; collected_at: Date }>`
    SELECT kind, counted_minor, expected_minor, collected_at
    FROM cash_collection
    WHERE device_id = ${deviceId}
    ORDER BY recorded_at`.rows(network.database);

const photosOf = (deviceId: string) =>
  sql<{ width: number; height: number }>`
    SELECT upload.width, upload.height FROM upload JOIN cash_collection USING (collection_id)
    WHERE device_id = ${deviceId}`.rows(network.database);

const pickPhoto = (page: Page, buffer: Buffer, name = "box.jpg", mimeType = "image/jpeg") =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });

async function endSessions(database: Network["database"], outletId: string): Promise<void> {
  await sql`
    UPDATE session SET ended_at = ${new Date()}, end_reason = 'logout'
    WHERE account_id IN (SELECT account_id FROM outlet_manager WHERE outlet_id = ${outletId}) AND ended_at IS NULL`.execute(
    database,
  );
}

async function fillCount(page: Page, deviceId: string, amount: string): Promise<void> {
  await tapBox(page, deviceId);
  await page.getByLabel(/Counted amount/).fill(amount);
}
const save = (page: Page) => page.getByRole("button", { name: "Save collection" }).click();

describe("a collection", () => {
  it("[CASH-4] [CASH-5] with a difference, which is stated after it is saved, also offline, can be recorded, sorted, corrected, compared, exported, and counted again until it matches", async () => {
    const { page, context, deviceId, outletId, chair, consoleProblems, close } = await openBox();
    const otherId = await network.addDevice(outletId);
    await visit(page, "/pages/home/home");
    await page.getByRole("link", { name: "Cash", exact: true }).click();
    await page
      .getByRole("button", { name: new RegExp(`${deviceId}.*Never collected.*₱30\\.00`, "s") })
      .waitFor();
    await fillCount(page, deviceId, "25");
    // The expected amount is stated only after the count.
    expect(await page.getByRole("dialog").innerText()).not.toContain("30.00");
    // The server trims notes, so spaces at their end do not count.
    await page.getByLabel("Note (optional)").fill(`${"x".repeat(140)} `);
    await save(page);
    await closeResult(page, "Collection recorded", "The count is ₱5.00 less than expected.");
    await page
      .getByRole("button", { name: new RegExp(`${deviceId}.*Collected just now.*₱0\\.00`, "s") })
      .waitFor();

    chair.insertCoin(10_00, "PHP");
    await until(async () => (await coinsOf(deviceId)) === 4, "the fourth coin to arrive");
    await visit(page, boxes);
    const sortedBoxes = async () => {
      const rows = await page.getByRole("list", { name: "In the boxes" }).getByRole("button").allInnerTexts();
      return rows.map((row) => [deviceId, otherId].find((id) => row.includes(id)));
    };
    await page.getByLabel("Sort by").selectOption({ label: "Most cash first" });
    await expect.poll(sortedBoxes).toEqual([deviceId, otherId]);
    await page.getByLabel("Sort by").selectOption({ label: "Longest uncollected first" });
    await expect.poll(sortedBoxes).toEqual([otherId, deviceId]);

    await page.getByRole("radio", { name: "Collections" }).check();
    const entry = page.getByRole("listitem").filter({ hasText: deviceId });
    await entry.filter({ hasText: "-₱5.00" }).waitFor();
    await entry.locator("summary").click();
    await page.getByRole("button", { name: "Correct the count" }).click();
    await page.getByLabel(/Counted amount/).fill("28.50");
    await page.getByLabel("Reason").fill("Counted again");
    expect(await page.getByRole("dialog").innerText()).not.toContain("30.00");
    await page.getByRole("button", { name: "Save correction" }).click();
    await closeResult(page, "Correction recorded", "The count is ₱1.50 less than expected.");
    await entry.filter({ hasText: "-₱1.50" }).filter({ hasText: "Counted again" }).waitFor();
    await entry.filter({ hasText: "Replaced by a newer entry" }).filter({ hasText: "-₱5.00" }).waitFor();
    await entry.filter({ hasText: "-₱1.50" }).locator("summary").click();
    await page.getByRole("button", { name: "Correct the count" }).waitFor();
    await page.getByText("Entries: 2").waitFor();

    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    const lines = (await buffer(await download.createReadStream())).toString("utf8").trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/30\.00?,28\.50?,-1\.50?,Correction/);
    expect(lines[2]).toMatch(/30\.00?,25\.00?,-5\.00?,Collection/);
    await page.getByRole("button", { name: "Done" }).click();

    await page.getByRole("radio", { name: "Differences" }).check();
    const difference = page.getByRole("link", { name: new RegExp(`${deviceId}.*-₱1\\.50`, "s") });
    await difference.getByText("Collections: 1").waitFor();
    await page.getByRole("group", { name: "Total" }).getByText("-₱1.50").waitFor();
    await page.getByLabel("Group by").selectOption({ label: "Collector" });
    await page.getByRole("list", { name: "Differences" }).getByText("Maria Santos").waitFor();

    // The difference is stated after a count is saved, until it is counted again by entries that match.
    const fourthId = await network.addDevice(outletId);
    const third = await network.addChair(outletId);
    const thirdId = third.deviceId;
    for (let coin = 0; coin < 3; coin += 1) third.insertCoin(10_00, "PHP");
    await until(async () => (await coinsOf(thirdId)) === 3, "three coins to arrive");
    const amount = page.getByLabel(/Counted amount/);
    await visit(page, boxes);
    await fillCount(page, thirdId, "3000");
    await pickPhoto(page, await photo());
    await page.getByRole("button", { name: "Save collection" }).dblclick();
    await page.getByText("The count is ₱2,970.00 more than expected.").waitFor();
    // The photo is added while the difference is shown, which stays on the phone until the manager has seen it.
    await until(async () => (await photosOf(thirdId)).length === 1, "the photo");
    await page.reload();
    const card = page.getByRole("article", { name: thirdId });
    await card.getByText("Recorded", { exact: true }).waitFor();
    await card.getByText("₱2,970.00").waitFor();
    expect(await storedValue(page, "collections.waiting")).toBeNull();
    await card.getByRole("button", { name: "Count again" }).click();
    await amount.fill("28");
    await page.getByLabel("Reason").fill("Coins and notes");
    await page.getByRole("button", { name: "Save correction" }).click();
    await page.getByText("The count is ₱2.00 less than expected.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Count again" }).click();
    expect(await page.getByLabel("Reason").inputValue()).toBe("Counted again");
    await amount.fill("30");
    await page.getByRole("button", { name: "Save correction" }).click();
    await page.getByText("Correction recorded. The count matches.").waitFor();
    await card.waitFor({ state: "detached" });
    expect(await collectionsOf(thirdId)).toMatchObject([
      { kind: "collection", counted_minor: 3_000_00 },
      { kind: "correction", counted_minor: 28_00 },
      { kind: "correction", counted_minor: 30_00 },
    ]);
    expect(consoleProblems).toEqual([]);

    // The difference of a count that was entered offline is stated once it is recorded, until the manager has seen it.
    await visit(page, boxes);
    await page.locator(`[data-row="${fourthId}"]`).waitFor({ state: "attached" });
    await context.setOffline(true);
    await fillCount(page, fourthId, "25");
    await save(page);
    await page.getByText("Saved on this device. It will be sent when you're back online.").waitFor();
    await context.setOffline(false);
    const other = page.getByRole("article", { name: fourthId });
    await other.getByText("Recorded", { exact: true }).waitFor();
    expect(await other.innerText()).toMatch(/Difference\s+\+₱25\.00/);
    await other.getByRole("button", { name: "Done" }).click();
    await other.waitFor({ state: "detached" });
    expect(await collectionsOf(fourthId)).toMatchObject([{ kind: "collection", counted_minor: 25_00 }]);
    await close();
  });

  it("[CASH-4] entered offline survives a reload and a login, is recorded once when the connection is restored, or stays with the reason of its refusal until the manager removes it", async () => {
    const { page, context, deviceId, outletId, manager, close } = await openBox();
    const otherId = await network.addDevice(outletId);
    await visit(page, boxes);
    await page.getByRole("button", { name: new RegExp(deviceId) }).waitFor();
    await context.setOffline(true);
    await fillCount(page, deviceId, "30");
    await save(page);
    await page.getByText("Saved on this device. It will be sent when you're back online.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    const waiting = page.getByRole("article", { name: deviceId }).getByText("Waiting to be sent");
    await waiting.waitFor();
    const before = new Date();
    expect(await collectionsOf(deviceId)).toEqual([]);
    expect(await storedValue(page, "collections.waiting")).toBe("1");

    // The server receives the calls, but every response is lost.
    const received = await loseReplies(page, `**${recordCollection.path}`);
    await context.setOffline(false);
    await until(() => received() > 0, "the call to reach the server");
    await page.reload();
    await waiting.waitFor();
    const [stored] = await collectionsOf(deviceId);
    expect(stored).toMatchObject({ kind: "collection", counted_minor: 30_00, expected_minor: 30_00 });
    expect(stored?.collected_at.getTime()).toBeLessThanOrEqual(before.getTime() + 1_000);

    // When the session ends, pending collections stay on the phone until their account logs in again.
    await endSessions(network.database, outletId);
    await page.unroute(`**${recordCollection.path}`);
    await visit(page, boxes);
    await page.getByLabel("Account").waitFor();
    expect(await storedValue(page, "collections.waiting")).toBe("1");
    await logIn(page, manager);
    await until(
      async () => (await storedValue(page, "collections.waiting")) === null,
      "the collection to leave the phone",
    );
    await visit(page, boxes);
    await page.getByRole("button", { name: new RegExp(`${deviceId}.*₱0\\.00`, "s") }).waitFor();
    expect(await page.getByRole("article", { name: deviceId }).count()).toBe(0);
    expect(await collectionsOf(deviceId)).toEqual([stored]);

    // The server refuses a collection of a chair that has been moved to another outlet.
    await context.setOffline(true);
    await fillCount(page, otherId, "1");
    await save(page);
    await page.getByRole("article", { name: otherId }).getByText("Waiting to be sent").waitFor();
    const elsewhere = await network.addOutlet();
    await sql`UPDATE device SET outlet_id = ${elsewhere} WHERE device_id = ${otherId}`.execute(
      network.database,
    );
    await context.setOffline(false);
    const refused = page.getByRole("article", { name: otherId });
    await refused.getByText("This chair does not belong to your outlets").waitFor();
    await page.reload();
    await refused.getByText("Not accepted").waitFor();
    await refused.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await refused.waitFor({ state: "detached" });
    expect(await collectionsOf(otherId)).toEqual([]);
    await close();
  });

  it("[CASH-4] that fails unexpectedly is reported, stays on the phone, and is retried without delaying others", async () => {
    const { page, deviceId, outletId, consoleProblems, close } = await openBox();
    const otherId = await network.addDevice(outletId);
    // Removing the first collection from the phone's IndexedDB fails after the server has recorded it.
    await page.addInitScript(() => {
      const remove = IDBObjectStore.prototype.delete;
      let failing: unknown;
      IDBObjectStore.prototype.delete = function (key) {
        failing ??= key;
        if (key === failing && localStorage.getItem("test.repaired") === null)
          throw new Error("The phone's database fails");
        return remove.call(this, key);
      };
    });
    await visit(page, boxes);
    await fillCount(page, deviceId, "30");
    await save(page);
    const failed = page.getByRole("article", { name: deviceId });
    await failed.getByText("Waiting to be sent").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await fillCount(page, otherId, "0");
    await save(page);
    await page.getByText("Collection recorded").waitFor();
    expect(await collectionsOf(otherId)).toHaveLength(1);
    await failed.getByText("Waiting to be sent").waitFor();
    expect(consoleProblems.length).toBeGreaterThan(0);
    for (const complaint of consoleProblems) expect(complaint).toContain("The phone's database fails");

    await page.evaluate(() => localStorage.setItem("test.repaired", "1"));
    await page.getByRole("button", { name: "Send now" }).click();
    await failed.waitFor({ state: "detached" });
    expect(await collectionsOf(deviceId)).toMatchObject([{ kind: "collection", counted_minor: 30_00 }]);
    await close();
  });

  it("[CASH-4] with a photo taken offline is recorded once even if the upload of the photo fails, and without a photo that the server refuses, whose reason is shown", async () => {
    const { page, context, deviceId, outletId, close } = await openBox();
    const otherId = await network.addDevice(outletId);
    await visit(page, boxes);
    await page.getByRole("button", { name: new RegExp(deviceId) }).waitFor();
    await context.setOffline(true);
    await fillCount(page, deviceId, "30");
    await pickPhoto(page, await photo(3000, 2000));
    await page.getByRole("img", { name: "Selected photo" }).waitFor();
    await save(page);
    await page.getByText("Saved on this device. It will be sent when you're back online.").waitFor();

    await page.route("**/uploads/**", (route) => route.abort());
    await context.setOffline(false);
    const stored = page.getByRole("article", { name: deviceId });
    await stored.getByText("Sending the photo").waitFor();
    expect(await collectionsOf(deviceId)).toMatchObject([{ kind: "collection", counted_minor: 30_00 }]);
    expect(await photosOf(deviceId)).toEqual([]);
    await page.reload();
    await stored.getByText("Sending the photo").waitFor();

    // The server adds the photo, but its response is lost.
    const received = await loseReplies(page, `**${addCollectionPhoto.path}`);
    await page.unroute("**/uploads/**");
    await page.getByRole("button", { name: "Send now" }).click();
    await until(() => received() > 0, "the photo to reach the server", 30_000);
    await stored.getByText("Sending the photo").waitFor();
    await page.unroute(`**${addCollectionPhoto.path}`);
    await stored.waitFor({ state: "detached" });
    expect(await collectionsOf(deviceId)).toHaveLength(1);
    expect(await photosOf(deviceId)).toMatchObject([{ width: 1707, height: 2560 }]);
    expect(await storedValue(page, "collections.waiting")).toBeNull();

    await page.getByRole("radio", { name: "Collections" }).check();
    await page.getByRole("listitem").filter({ hasText: deviceId }).locator("summary").click();
    await page.getByRole("button", { name: "Show photo" }).click();
    const shown = page.getByRole("img", {
      name: new RegExp(`Photo of the collection from chair ${deviceId}`),
    });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1707);

    await visit(page, boxes);
    await fillCount(page, otherId, "0");
    await pickPhoto(page, Buffer.from("no picture"), "box.txt", "text/plain");
    await page.getByText("Only photos (JPEG, PNG, WebP, HEIC) can be added.").waitFor();
    await pickPhoto(page, Buffer.from("no picture"));
    // An unusable second choice keeps the first one.
    await pickPhoto(page, Buffer.alloc(0));
    await page.getByText("The file is empty.").waitFor();
    await save(page);
    const refused = page.getByRole("article", { name: otherId });
    await refused.getByText("Photo not accepted").waitFor();
    await refused.getByText("The collection is recorded without its photo.").waitFor();
    expect(await collectionsOf(otherId)).toMatchObject([{ kind: "collection", counted_minor: 0 }]);
    await refused.getByText("This file could not be read as a photo.").waitFor();
    await refused.getByRole("button", { name: "Remove photo" }).click();
    await page.getByText("The collection stays recorded without it.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Remove photo" }).click();
    await refused.waitFor({ state: "detached" });
    expect(await collectionsOf(otherId)).toHaveLength(1);
    expect(await photosOf(otherId)).toEqual([]);

    await sql`
      INSERT INTO upload_usage (day, subject, files, bytes)
      SELECT (now() AT TIME ZONE 'UTC')::date, 'account:' || account_id, 1000000, 1 FROM outlet_manager
      WHERE outlet_id = ${outletId}
      ON CONFLICT (day, subject) DO UPDATE SET files = excluded.files`.execute(network.database);
    await fillCount(page, otherId, "0");
    await pickPhoto(page, await photo());
    await save(page);
    await refused.getByText("Photo not accepted").waitFor();
    await sql`
      DELETE FROM upload_usage
      WHERE subject IN (SELECT 'account:' || account_id FROM outlet_manager WHERE outlet_id = ${outletId})`.execute(
      network.database,
    );
    await refused.getByRole("button", { name: "Send again" }).click();
    await refused.waitFor({ state: "detached" });
    expect(await collectionsOf(otherId)).toHaveLength(2);
    expect(await photosOf(otherId)).toHaveLength(1);
    await close();
  });
});
