import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { collectionOf } from "#test/data/cash-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import type { Handlers } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/cash/cash";
const entries = ["MC1000", "MC2000"].map((deviceId, index) =>
  collectionOf({ deviceId, collectionId: `0199f0a0-0000-7000-8000-00000000000${index}` }),
);
const difference = { currency: "PHP" as const, collections: 1, counted: 2_500 };
const differences = [
  { id: "MC1000", name: "MC1000", ...difference, expected: 3_000, difference: -500 },
  { id: "MC2000", name: "MC2000", ...difference, expected: 2_400, difference: 100 },
];

const openCash = (query: string, handlers: Handlers = {}, width = 1440) =>
  openPage(address + query, {
    session: managerSession,
    width,
    api: {
      ...managerHandlers(),
      collectionList: () => ({ items: entries, nextCursor: null, total: entries.length }),
      collectionDifferences: () => ({
        from: instantAfter(0),
        to: instantAfter(60),
        totals: [{ ...difference, collections: 2, expected: 5_400, difference: -400 }],
        rows: differences,
        nextCursor: null,
        total: differences.length,
      }),
      ...handlers,
    },
  });

const focused = () => (document.activeElement as HTMLElement | null)?.dataset.row;
const headers = () =>
  [...document.querySelectorAll("[role=columnheader]")].map(({ textContent }) => textContent);
const rowNames = () =>
  [...document.querySelectorAll("[role=rowheader]")].map(({ textContent }) => textContent);

it("[WIDE-1] [WIDE-2] shows collections in a table, and the selected one with its actions beside it", async () => {
  const page = await openCash("?view=collections&range=today");
  await page.find("table", "Collections");
  expect(headers()).toEqual([
    "Device ID",
    "Outlet",
    "Collected",
    "Collector",
    "Counted amount",
    "Expected",
    "Difference",
    "Status",
  ]);
  expect(page.queryByRole("button", { name: "Correct the count" })).toBeNull();
  const [first, second] = entries;
  (await page.find("link", "MC1000")).focus();
  await page.user.keyboard("{ArrowDown}");
  expect(focused()).toBe(second?.collectionId);
  await page.user.keyboard("{ArrowUp}{Enter}");
  await page.atAddress(`${address}?view=collections&range=today&collectionId=${first?.collectionId}`);
  await page.find("button", "Correct the count");
  expect(headers()).toEqual(["Device ID", "Collected", "Counted amount", "Difference"]);
  await page.user.keyboard("{Escape}");
  await page.until(() => expect(location.search).toBe("?view=collections&range=today"));
  expect(focused()).toBe(first?.collectionId);
});

it.each([390, 1440])("[CASH-4] names the day of the collections in a window of %i px", async (width) => {
  const days = ["2026-03-02T02:00:00.000Z", "2026-03-01T15:00:00.000Z", "2026-03-01T14:00:00.000Z"];
  const page = await openCash(
    "?view=collections",
    {
      collectionList: () => ({
        items: days.map((collectedAt, index) =>
          collectionOf({ collectionId: `0199f0a0-0000-7000-8000-00000000000${index}`, collectedAt }),
        ),
        nextCursor: null,
        total: days.length,
      }),
    },
    width,
  );
  await page.find("heading", "Mon, Mar 2");
  await page.find("heading", "Sun, Mar 1");
  // The headings name the days.
  if (width === 1440) expect(page.getByRole("table").textContent).not.toMatch(/Mar 1.*Mar 1/);
  expect(page.queryAllByRole("button", { name: /Jump/ })).toEqual([]);
});

it("[WIDE-2] shows all columns if the selected collection is not among the loaded ones", async () => {
  const page = await openCash("?view=collections&range=today&collectionId=of-another-day");
  await page.find("table", "Collections");
  expect(headers()).toHaveLength(8);
});

it("[WIDE-2] keeps the chosen columns of collections when another period is chosen, and not those of another view", async () => {
  const page = await openCash("?view=collections&column=time&column=difference");
  await page.find("table", "Collections");
  expect(headers()).toEqual(["Device ID", "Collected", "Difference"]);
  await page.tap("radio", "Today");
  await page.until(() => expect(location.search).toContain("range=today"));
  expect(location.search).toContain("column=time&column=difference");
  await page.tap("radio", "Differences");
  await page.until(() => expect(location.search).toContain("view=differences"));
  expect(location.search).not.toContain("column");
});

it("[WIDE-1] [WIDE-2] sorts the differences by a header, and links each row to its collections", async () => {
  const page = await openCash("?view=differences&range=today");
  await page.find("table", "Differences");
  expect(rowNames()).toEqual(["MC1000", "MC2000"]);
  await page.tap("button", "Difference");
  await page.until(() => expect(rowNames()).toEqual(["MC2000", "MC1000"]));
  expect(location.search).toContain("sort=difference");
  const link = await page.find("link", "MC2000");
  expect(link.getAttribute("href")).toBe(`${address}?range=today&deviceId=MC2000&view=collections`);
});

it("[WIDE-1] does not link the differences of a collector, and sorts only rows that are all loaded", async () => {
  const page = await openCash("?view=differences&by=collectors", {
    collectionDifferences: () => ({
      from: instantAfter(0),
      to: instantAfter(60),
      totals: [],
      rows: [{ ...differences[0], id: "account-1", name: "Maria Santos" } as (typeof differences)[number]],
      nextCursor: "next",
      total: 101,
    }),
  });
  const table = await page.find("table", "Differences");
  expect(rowNames()).toEqual(["Maria Santos"]);
  expect(table.querySelector("a, button")).toBeNull();
});
