import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { alertListOf, alertOf } from "#test/data/alert-data.ts";
import { cashBoxOf, collectionOf } from "#test/data/cash-data.ts";
import { openedDay } from "#test/data/report-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { createGate, type Handlers } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/cash/cash";

/** Three outlets, of which the last has no chair. */
const outlets = ["Glorietta", "Greenbelt", "Trinoma"].map((areaName, index) => ({
  areaId: `outlet-${index + 1}`,
  areaName,
}));
const boxes = [
  cashBoxOf(),
  cashBoxOf({ deviceId: "MC2000", areaId: "outlet-2", areaName: "Greenbelt", cash: 0 }),
];
const noDifferences = { ...openedDay, totals: [], rows: [], nextCursor: null, total: 0 };

const openCash = (query = "", handlers: Handlers = {}) =>
  openPage(address + query, {
    session: managerSession,
    api: {
      ...managerHandlers({ outlets }),
      cashBoxes: ({ areaId, exceptAreaId, deviceId }) => {
        const matching = boxes.filter(
          (box) =>
            (areaId?.includes(box.areaId) ?? !exceptAreaId?.includes(box.areaId)) &&
            box.deviceId === (deviceId ?? box.deviceId),
        );
        return { asOf: instantAfter(0), boxes: matching, nextCursor: null, total: matching.length };
      },
      outletCash: () => ({ items: [], nextCursor: null, total: 0 }),
      collectionDifferences: () => noDifferences,
      collectionList: () => ({ items: [], nextCursor: null, total: 0 }),
      ...handlers,
    },
  });

const chosenOutlets = () => new URLSearchParams(location.search).getAll("areaId").sort();

it("[CASH-5] names all chosen or excluded outlets above the boxes, and changes the choice there", async () => {
  const chosen = await openCash("?areaId=outlet-1&areaId=outlet-2");
  await chosen.find("button", /MC2000/);
  await chosen.find("button", "2 of 3 outlets");

  const page = await openCash("?exceptAreaId=outlet-1");
  await page.find("button", /MC2000/);
  expect(page.queryByRole("button", { name: /MC1000/ })).toBeNull();
  await page.tap("button", "2 of 3 outlets");
  const sheet = await page.find("dialog", "Choose outlets");
  await page.tap("checkbox", "Glorietta", sheet);
  await page.tap("checkbox", "Trinoma", sheet);
  await page.tap("button", "Show", sheet);
  await page.find("button", /MC1000/);
  expect(chosenOutlets()).toEqual(["outlet-1", "outlet-2"]);
});

it("[CASH-5] offers to clear the filters if no box and no difference matches them", async () => {
  const page = await openCash("?areaId=outlet-3");
  await page.findText("No results");
  expect(page.queryByText("No chairs yet")).toBeNull();
  await page.tap("button", "Clear filters");
  await page.find("button", /MC1000/);

  const differences = await openCash("?view=differences&deviceId=MC1000");
  await differences.findText("No collections in this period match your filters.");
  await differences.tap("button", "Clear filters");
  await differences.findText("No collections in this period");
  expect(new URLSearchParams(location.search).has("deviceId")).toBe(false);
});

it("[CASH-5] counts entries once they are known", async () => {
  const gate = createGate();
  const page = await openCash("?view=differences", {
    collectionList: async () => {
      await gate.opened;
      return { items: [collectionOf()], nextCursor: null, total: 1 };
    },
  });
  await page.tap("radio", "Collections");
  const headings = () => [...document.querySelectorAll("main h2")].map((heading) => heading.textContent);
  await page.until(() => expect(headings()).toEqual(["Collections"]));
  gate.open();
  await page.until(() => expect(headings()).toContain("Entries: 1"));
});

it("[CASH-5] offers no export, and no advice for the future, for a period without a collection", async () => {
  const page = await openCash("?view=collections&range=yesterday");
  await page.findText("No collections in this period");
  const headings = [...document.querySelectorAll("main h2")].map((heading) => heading.textContent);
  expect(headings).toEqual(["Collections"]);
  expect(page.queryByRole("button", { name: "Export" })).toBeNull();
  expect(page.queryByText(/appear here/)).toBeNull();
  expect(document.querySelector("nav [aria-current=page]")?.textContent).toBe("Data overview");
});

it("[CASH-5] [I18N-1] counts chairs and collections with grouped digits", async () => {
  const sums = { currency: "PHP", counted: 2_500, expected: 3_000, difference: -500 } as const;
  const page = await openCash("", {
    cashBoxes: () => ({ asOf: instantAfter(0), boxes, nextCursor: null, total: 1_234 }),
    collectionDifferences: () => ({
      ...openedDay,
      totals: [{ ...sums, collections: 1_234 }],
      rows: [{ id: "MC1000", name: "MC1000", ...sums, collections: 1_234 }],
      nextCursor: null,
      total: 1,
    }),
  });
  await page.find("heading", "Chairs (1,234)");
  await page.tap("radio", "Differences");
  const row = await page.findText("Collections: 1,234", await page.find("list", "Differences"));
  expect(row.closest("li")?.textContent).toContain("-₱5.00");
});

it("[CASH-5] loads further boxes on a tap, and finds a chair that is not among the loaded ones", async () => {
  const many = Array.from({ length: 103 }, (_, at) => cashBoxOf({ deviceId: `MC${2_000 + at}` }));
  const page = await openCash("?sort=outlet", {
    cashBoxes: ({ deviceId, cursor }) => {
      const matching = many.filter((box) => box.deviceId === (deviceId ?? box.deviceId));
      const start = Number(cursor ?? 0);
      const end = start + 100;
      return {
        asOf: instantAfter(0),
        boxes: matching.slice(start, end),
        nextCursor: end < matching.length ? `${end}` : null,
        total: matching.length,
      };
    },
  });
  await page.find("heading", "Chairs (103)");
  const list = await page.find("list", "In the boxes");
  const rows = () => list.querySelectorAll("button").length;
  expect(rows()).toBe(100);
  await page.tap("button", "Record a collection");
  const sheet = await page.find("dialog");
  await page.fill("Device ID", "NOSUCH01");
  await page.tap("button", "Save collection", sheet);
  const unknown = "None of your outlets has a chair with this device ID";
  await page.findText(unknown);
  await page.fill("Device ID", "MC2102");
  await page.until(() => expect(page.queryByText(unknown)).toBeNull());
  await page.tap("button", "Close", sheet);
  await page.tap("button", "Load more");
  await page.until(() => expect(rows()).toBe(103));
  expect(page.queryByRole("button", { name: "Load more" })).toBeNull();
});

it("[CASH-4] stores no count with an invalid amount or chair, and shows the error", async () => {
  const page = await openCash();
  await page.find("button", /MC1000/);
  await page.tap("button", "Record a collection");
  await page.fill("Device ID", "NOSUCH01");
  await page.fill(/Counted amount/, "-5");
  await page.tap("button", "Save collection");
  await page.findText("None of your outlets has a chair with this device ID");
  await page.findText("Please enter an amount, such as 1250.50");
  await page.until(() => expect(document.activeElement).toBe(page.getByLabelText("Device ID")));
  for (const [typed, problem] of [
    ["1,234.567", "Enter at most two decimal places, such as 1250.50"],
    ["1.234,5", /^The separators are misplaced\./],
    ["9999999999999", /^At most ₱100,000,000\.00/],
  ] as const) {
    await page.fill(/Counted amount/, typed);
    await page.findText(problem);
  }
  expect(page.stored("collections.waiting")).toBeNull();
  expect(page.api.calls("recordCollection")).toEqual([]);
});

it("[CASH-4] [CASH-5] shows today's round by outlet, what each collector counted, and opens a box to count it", async () => {
  const collector = {
    currency: "PHP",
    collections: 2,
    counted: 4_500,
    expected: 5_000,
    difference: -500,
  } as const;
  const page = await openCash("", {
    collectionDifferences: () => ({
      ...openedDay,
      totals: [collector],
      rows: [{ id: "account-1", name: "Maria Santos", ...collector }],
      nextCursor: null,
      total: 1,
    }),
    alertList: () => alertListOf([alertOf({ kind: "cashBoxFull", deviceId: "MC1000", snoozed: true })]),
  });
  const today = await page.find("list", "Collected today");
  expect(today.textContent).toContain("Maria SantosCollections: 2₱45.00Difference: -₱5.00");
  expect(page.api.calls("collectionDifferences").map(({ request }) => request)).toEqual([
    { by: "collectors", limit: 100, range: "today" },
  ]);
  const round = await page.find("list", "Glorietta");
  expect(round.compareDocumentPosition(today)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await page.findText("1 left · ₱30.00");
  await page.find("heading", "Due (1)");
  expect(page.queryByRole("heading", { name: "Other boxes" })).toBeNull();
  expect(page.api.calls("cashBoxes").at(-1)?.request).toMatchObject({ sort: "amount" });
  // The box without cash was not collected today.
  await page.find("heading", "Nothing to collect (1)");
  await page.tap("button", /MC1000/, round);
  await page.find("dialog", "Record a collection");
});

it("[CASH-5] states how many boxes are due once all boxes have loaded, apart from the other boxes", async () => {
  const page = await openCash("", {
    cashBoxes: ({ cursor }) => {
      const more = cursor === null || cursor === undefined;
      return {
        asOf: instantAfter(0),
        boxes: [cashBoxOf({ deviceId: more ? "MC1000" : "MC3000" })],
        nextCursor: more ? "next" : null,
        total: 2,
      };
    },
    alertList: () => alertListOf([alertOf({ kind: "cashBoxFull", deviceId: "MC1000" })]),
  });
  await page.find("heading", "Due");
  await page.tap("button", "Load more");
  await page.find("heading", "Due (1)");
  await page.find("heading", "Other boxes");
});

it("[CASH-5] states that a round is done", async () => {
  const page = await openCash("", {
    cashBoxes: () => ({
      asOf: instantAfter(0),
      boxes: [cashBoxOf({ cash: 0, lastCollectedAt: instantAfter(-60), lastCollectedBy: "Maria Santos" })],
      nextCursor: null,
      total: 1,
    }),
  });
  await page.findText("All cash boxes collected");
  await page.find("list", "Glorietta");
});
