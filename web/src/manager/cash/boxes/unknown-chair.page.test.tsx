import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { createGate } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const unknownText = "None of your outlets has a chair with this device ID";

it("[CASH-4] a collection of an unknown chair is refused in the sheet, even if it is saved before the chair is looked up", async () => {
  const gate = createGate();
  const page = await openPage("/pages/cash/cash", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      outletCash: () => ({ items: [], nextCursor: null, total: 0 }),
      cashBoxes: async ({ deviceId }) => {
        if (deviceId !== undefined) await gate.opened;
        return { asOf: instantAfter(0), boxes: [], nextCursor: null, total: 0 };
      },
    },
  });
  await page.tap("button", "Record a collection");
  await page.fill("Device ID", "MC9999");
  await page.fill(/^Counted/, "30");
  await page.tap("button", "Save collection");
  gate.open();
  await page.findText(unknownText);
  expect(page.queryByText(/can't store the collection/)).toBeNull();
});
