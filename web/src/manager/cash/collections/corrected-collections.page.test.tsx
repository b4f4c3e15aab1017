import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { cashBoxOf, collectionOf } from "#test/data/cash-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { createGate, type Handlers, ProxyError } from "#test/fake-api.ts";
import { incomeTodayOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

const boxes = [cashBoxOf(), cashBoxOf({ deviceId: "MC2000" })];

/** Opens the collections of a manager, of which one has a difference. Corrections are recorded like on the server. */
async function openCollections(handlers: Handlers = {}) {
  let entries: readonly Collection[] = [collectionOf()];
  /** Replaces an entry by a new one, which a retry does not repeat. */
  const replace = (replaced: string, entry: Collection, fields: Partial<Collection> = {}): Collection => {
    const known = entries.find((each) => each.collectionId === entry.collectionId);
    if (known !== undefined) return known;
    entries = [
      entry,
      ...entries.map((each) =>
        each.collectionId === replaced ? { ...each, ...fields, correctedById: entry.collectionId } : each,
      ),
    ];
    return entry;
  };
  const correct: NonNullable<Handlers["correctCollection"]> = ({ collectionId, correctsId, counted, note }) =>
    replace(correctsId, collectionOf({ collectionId, kind: "correction", correctsId, counted, note }));
  const page = await openPage("/pages/cash/cash?view=collections", {
    session: managerSession,
    api: {
      ...managerHandlers({ outlets: [{ areaId: "outlet-1", areaName: "Glorietta" }] }),
      collectionList: () => ({ items: [...entries], nextCursor: null, total: entries.length }),
      cashBoxes: ({ deviceId }) => {
        const matching = boxes.filter((box) => box.deviceId === (deviceId ?? box.deviceId));
        return { asOf: instantAfter(0), boxes: matching, nextCursor: null, total: matching.length };
      },
      correctCollection: correct,
      voidCollection: ({ collectionId, correctsId, deviceId, note }) => {
        const moved = { movedToDeviceId: deviceId ?? null };
        const voided = { counted: 0, expected: 0 };
        const entry = replace(
          correctsId,
          collectionOf({ collectionId, kind: "void", correctsId, note, ...voided, ...moved }),
        );
        if (deviceId !== undefined)
          entries = [
            collectionOf({ collectionId: crypto.randomUUID(), deviceId, movedFromId: correctsId }),
            ...entries,
          ];
        return entry;
      },
      ...handlers,
    },
  });
  const counts = () => entries.filter(({ kind }) => kind !== "void").map(({ counted }) => counted);
  return { page, correct, counts };
}

const amount = /Counted amount/;
const fieldValue = () =>
  [...document.querySelectorAll("input")].find((field) => field.inputMode === "decimal")?.value;
const entryTexts = () =>
  [...document.querySelectorAll("main li[aria-setsize]")].map((entry) => entry.textContent);

it("[CASH-4] requires another amount and a reason for a correction, and keeps the replaced entry", async () => {
  const { page } = await openCollections();
  await page.tap("button", "Correct the count");
  await page.tap("button", "Save correction");
  await page.findText("Please enter a reason");
  await page.fill(amount, "25");
  await page.findText("This is the amount already recorded");
  await page.fill(amount, "28.50");
  await page.fill("Reason", "Counted again");
  // The expected amount is stated only after the count.
  expect((await page.find("dialog")).textContent).not.toContain("30.00");
  await page.tap("button", "Save correction");
  const result = await page.find("dialog", "Correction recorded");
  await page.findText("The count is ₱1.50 less than expected.", result);
  await page.tap("button", "Done", result);
  await page.findText("Entries: 2");
  expect(entryTexts()[0]).toMatch(/-₱1\.50.*Counted again|Counted again.*-₱1\.50/);
  expect(entryTexts()[1]).toContain("Replaced by a newer entry");
  expect(page.getAllByRole("button", { name: "Correct the count" })).toHaveLength(1);
});

it("[CASH-4] records a correction once, only with a connection, also if the response is lost", async () => {
  const { page, correct, counts } = await openCollections();
  await page.tap("button", "Correct the count");
  // The server trims reasons, so spaces and line breaks at their end do not count.
  await page.fill("Reason", `${"x".repeat(140)}\n`);
  await page.findText("140 of 140 characters");
  await page.fill("Reason", "Counted again");
  await page.fill(amount, "28.50");
  const save = await page.find("button", "Save correction");
  page.setOnline(false);
  await page.findText("Not available offline.", await page.find("dialog"));
  await page.until(() => expect(save.hasAttribute("disabled")).toBe(true));
  page.setOnline(true);
  await page.waitUntil(() => expect(save.hasAttribute("disabled")).toBe(false));

  // The server records the correction, but its response is lost.
  page.api.on("correctCollection", (request, call) => {
    void correct(request, call);
    throw new ProxyError();
  });
  await page.tap("button", "Save correction");
  await page.findText(/^Unexpected response from the server\./, await page.find("dialog"));
  expect(counts()).toEqual([2_850, 2_500]);
  page.api.on("correctCollection", correct);
  await page.tap("button", "Save correction");
  await page.findText("The count is ₱1.50 less than expected.");
  await page.tap("button", "Done");
  await page.findText("Entries: 2");
  expect(counts()).toEqual([2_850, 2_500]);
});

it("[CASH-4] keeps another form open when a correction that was left has been recorded", async () => {
  const gate = createGate();
  const { page, correct, counts } = await openCollections();
  page.api.on("correctCollection", async (request, call) => {
    const entry = await correct(request, call);
    await gate.opened;
    return entry;
  });
  await page.tap("button", "Correct the count");
  await page.fill(amount, "26");
  await page.fill("Reason", "Counted again");
  await page.tap("button", "Save correction");
  await page.until(() => expect(counts()).toEqual([2_600, 2_500]));
  await page.tap("button", "Close", await page.find("dialog"));
  await page.until(() => expect(page.queryByRole("dialog")).toBeNull());
  await page.tap("button", "Correct the count");
  await page.fill(amount, "27");
  gate.open();
  await page.findText("Correction recorded");
  expect(fieldValue()).toBe("27");
});

it("[CASH-4] reports a correction whose page was left", async () => {
  const gate = createGate();
  const { page, correct } = await openCollections({
    appStatistics: () => statisticsOf(),
    incomeChart: () => incomeTodayOf({}),
    feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
  });
  page.api.on("correctCollection", async (request, call) => {
    const entry = await correct(request, call);
    await gate.opened;
    return entry;
  });
  await page.tap("button", "Correct the count");
  await page.fill(amount, "2700");
  await page.fill("Reason", "Counted again");
  await page.tap("button", "Save correction");
  await page.until(() => expect(page.api.calls("correctCollection")).toHaveLength(1));
  history.back();
  await page.until(() => expect(page.queryByRole("dialog")).toBeNull());
  await page.tap("link", "Data overview");
  await page.atAddress("/pages/home/home");
  gate.open();
  await page.findText("Correction recorded");
});

it("[CASH-4] moves a collection recorded for the wrong chair to another chair, with a reason", async () => {
  const { page } = await openCollections();
  await page.tap("button", "Wrong chair");
  await page.tap("button", "Void the entry");
  await page.findText("Please enter a reason");
  await page.fill("Correct chair (optional)", "MC1000");
  await page.findText("Enter the device ID of another chair");
  await page.fill("Correct chair (optional)", "mc2000");
  await page.fill("Reason", "Wrong label");
  await page.tap("button", "Move to this chair");
  await page.findText("Collection moved");
  expect(page.api.calls("voidCollection").at(-1)?.request).toMatchObject({
    deviceId: "MC2000",
    note: "Wrong label",
  });
  await page.until(() => expect(entryTexts()).toHaveLength(3));
  const [moved, voided] = entryTexts();
  expect(moved).toContain("Moved here from another chair");
  expect(moved).toContain("₱25.00");
  expect(voided).toContain("Moved to chair MC2000");
  expect(voided).toContain("Voided by");
});
