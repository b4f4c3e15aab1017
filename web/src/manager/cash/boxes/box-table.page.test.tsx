import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { cashBoxOf } from "#test/data/cash-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { openPage } from "#test/open-page.ts";

it("[WIDE-1] [WIDE-2] shows cash boxes in a table whose headers sort them, with a button to record a collection", async () => {
  const page = await openPage("/pages/cash/cash?sort=outlet", {
    session: managerSession,
    width: 1440,
    api: {
      ...managerHandlers(),
      cashBoxes: () => ({ asOf: instantAfter(0), boxes: [cashBoxOf()], nextCursor: null, total: 1 }),
      outletCash: () => ({ items: [], nextCursor: null, total: 0 }),
      collectionDifferences: () => ({
        from: instantAfter(0),
        to: instantAfter(60),
        totals: [],
        rows: [],
        nextCursor: null,
        total: 0,
      }),
    },
  });
  const table = await page.find("table");
  expect((await page.find("columnheader", "Outlet", table)).getAttribute("aria-sort")).toBe("ascending");
  await page.tap("button", "In the boxes", table);
  await page.atAddress("/pages/cash/cash?sort=amount");
  await page.until(() =>
    expect(page.api.calls("cashBoxes").at(-1)?.request).toMatchObject({ sort: "amount" }),
  );
  const { deviceId } = cashBoxOf();
  const link = await page.find("link", deviceId);
  expect(link.getAttribute("href")).toContain(`deviceId=${deviceId}`);
  await page.tap("button", "Record", await page.find("table"));
  await page.find("dialog");
});
