import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import {
  areaOf,
  entryOf,
  noLateEntries,
  openedDay,
  outletReportOf,
  overviewOf,
} from "#test/data/report-data.ts";
import type { Handlers } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/details/details";

const glorietta = { areaId: "outlet-2", areaName: "Glorietta" };
const ayala = { areaId: "outlet-1", areaName: "Ayala" };
const pavilion = { areaId: "outlet-3", areaName: "Pavilion" };

const today = [
  areaOf({ ...glorietta, online: 10_000, cash: 7_000, devices: 2, orders: 3 }),
  areaOf({ ...ayala, online: 3_000, orders: 1 }),
  areaOf({ ...pavilion, currency: "MYR", online: 1_250, orders: 1 }),
];
const yesterday = [
  areaOf({ ...glorietta, online: 99_000, devices: 2, orders: 3 }),
  areaOf({ ...ayala, cash: 900, orders: 1 }),
];
const thisYear = { from: "2025-12-31T16:00:00.000Z", to: openedDay.to };

/** Sends the figures of yesterday for its day, and those of today for every other period. */
const overview: NonNullable<Handlers["incomeDetailByArea"]> = ({
  range,
  startDate,
  endDate,
  areaId,
  exceptAreaId,
}) => {
  const isYesterday = range === "custom" && startDate === "2026-03-01" && endDate === "2026-03-01";
  const areas = isYesterday ? yesterday : today;
  return overviewOf(
    areas.filter((area) => areaId?.includes(area.areaId) ?? !exceptAreaId?.includes(area.areaId)),
    range === "thisYear" ? thisYear : openedDay,
  );
};

const openDetails = (query = "", handlers: Handlers = {}) =>
  openPage(address + query, {
    session: managerSession,
    api: {
      ...managerHandlers({ outlets: [ayala, glorietta, pavilion] }),
      incomeDetailByArea: overview,
      lateEntries: noLateEntries,
      areaReport: ({ areaId }) =>
        outletReportOf(today.find((area) => area.areaId === areaId) ?? areaOf(), [
          { deviceId: "MC1000", online: 10_000, cash: 5_000, total: 15_000, orders: 2 },
        ]),
      ...handlers,
    },
  });

type Opened = Awaited<ReturnType<typeof openDetails>>;

const figure = (currency: string, name: string) =>
  document.querySelector<HTMLElement>(`[data-currency=${currency}] [data-figure=${name}]`);
const textOf = (currency: string, name: string) =>
  figure(currency, name)?.textContent?.replace(/\u00a0/g, " ");
const names = (page: Opened) => page.getAllByRole("rowheader").map((header) => header.textContent);
const cellOf = (page: Opened, row: string, column: string) =>
  page
    .getByRole("rowheader", { name: row })
    .closest("[role=row]")
    ?.querySelector<HTMLElement>(`[data-column=${column}] a`);
const sortOf = (page: Opened, column: string) =>
  page.getAllByRole("columnheader", { name: column })[0]?.getAttribute("aria-sort");

it("[DET-1] [I18N-2] shows the sums of each currency and the figures of each outlet", async () => {
  const page = await openDetails();
  await page.until(() => expect(textOf("PHP", "total")).toContain("₱200.00"));
  expect(textOf("PHP", "online")).toContain("₱130.00");
  expect(textOf("PHP", "cash")).toContain("₱70.00");
  expect(textOf("MYR", "total")).toContain("RM 12.50");
  await page.until(() => expect(names(page)).toEqual(["Glorietta", "Ayala", "Pavilion"]));
  // The outlets of each currency are a part of all outlets, whose number the filter shows.
  page.getByText("All outlets (3)");
  page.getByRole("heading", { name: "Outlets in PHP (2 of 3)" });
  page.getByRole("heading", { name: "Outlets in RM (1 of 3)" });
  for (const [column, text] of [
    ["total", "₱170.00"],
    ["online", "₱100.00"],
    ["cash", "₱70.00"],
    ["average", "₱85.00"],
  ] as const)
    expect(cellOf(page, "Glorietta", column)?.textContent).toContain(text);
  await page.findText(/Asia\/Manila/);
});

it("[DET-1] links each figure to its rows: transactions of one channel, of all channels, or orders of the same days", async () => {
  const page = await openDetails("", {
    incomeEntries: ({ currency, channel }) => {
      const items =
        currency === "MYR"
          ? [entryOf({ ...pavilion, currency, amount: 1_250 })]
          : [
              entryOf({ ...glorietta, amount: 10_000 }),
              entryOf({ ...ayala, entryId: "entry-2", amount: 3_000 }),
            ];
      expect(channel).toBe("online");
      return { items, nextCursor: null, total: items.length };
    },
  });
  await page.until(() => expect(cellOf(page, "Glorietta", "total")).toBeTruthy());
  const href = (column: string) => cellOf(page, "Glorietta", column)?.getAttribute("href");
  expect(href("online")).toBe(`${address}?areaId=outlet-2&channel=online&currency=PHP`);
  expect(href("total")).toBe(`${address}?areaId=outlet-2&currency=PHP&rows=entries`);
  expect(href("orders")).toBe(
    "/pages/order/order?areaId=outlet-2&startDate=2026-03-02&endDate=2026-03-02" +
      "&orderStatus=paid&orderStatus=starting&orderStatus=running&orderStatus=completed",
  );
  await page.user.click(figure("PHP", "online") as HTMLElement);
  await page.findText("Transactions: 2 · Total: ₱130.00");
  expect(document.querySelector("[data-behind='13000']")).not.toBeNull();
  // The sum of the other currency is separate.
  await page.tap("radio", "RM");
  await page.findText(/Transactions: 1 · Total: RM.12\.50/);
  expect(document.querySelector("[data-behind='1250']")).not.toBeNull();
});

it("[DET-1] sorts by every column, shows the sorting, and keeps it in the address", async () => {
  const day = "?range=custom&startDate=2026-03-01&endDate=2026-03-01";
  const page = await openDetails(day);
  await page.until(() => expect(textOf("PHP", "total")).toContain("₱999.00"));
  const sortBy = async (column: string) => {
    const [header] = page.getAllByRole("columnheader", { name: column });
    await page.tap("button", undefined, header);
  };
  await page.until(() => expect(sortOf(page, "Total")).toBe("descending"));
  await sortBy("Outlet");
  await page.until(() => expect(sortOf(page, "Outlet")).toBe("ascending"));
  expect(names(page)).toEqual(["Ayala", "Glorietta"]);
  for (const column of ["Total", "Online", "Cash", "Orders", "Income / device", "Orders / device"]) {
    await sortBy(column);
    await page.until(() => expect(sortOf(page, column)).toBe("descending"));
    expect(names(page)).toEqual(column === "Cash" ? ["Ayala", "Glorietta"] : ["Glorietta", "Ayala"]);
    expect(document.querySelectorAll("[aria-sort=ascending], [aria-sort=descending]")).toHaveLength(1);
  }
  await sortBy("Orders / device");
  await page.until(() => expect(sortOf(page, "Orders / device")).toBe("ascending"));
  expect(names(page)).toEqual(["Ayala", "Glorietta"]);

  const reopened = await openDetails(location.search);
  await reopened.until(() => expect(textOf("PHP", "total")).toContain("₱999.00"));
  expect(sortOf(reopened, "Orders / device")).toBe("ascending");
});

it("[DET-1] [DET-2] accepts presets and custom ranges within ten years of today, and reports an invalid range", async () => {
  const page = await openDetails();
  await page.until(() => expect(textOf("PHP", "total")).toContain("₱200.00"));
  for (const [label, range] of [
    ["Yesterday", "yesterday"],
    ["This week", "thisWeek"],
    ["This month", "thisMonth"],
    ["This year", "thisYear"],
  ] as const) {
    await page.tap("radio", label);
    await page.atAddress(`${address}?range=${range}`);
    await page.until(() => expect(page.api.calls("incomeDetailByArea").at(-1)?.request.range).toBe(range));
    await page.until(() => expect(figure("PHP", "total")).not.toBeNull());
  }
  await page.tap("radio", "Custom");
  await page.findText("From");
  const from = page.getByLabelText<HTMLInputElement>("From");
  const to = page.getByLabelText<HTMLInputElement>("To");
  expect(from.value).toBe("2026-01-01");
  expect(from.min).toMatch(/^2016-/);
  expect(to.max).toMatch(/^2036-/);

  const alertShows = (text: string) =>
    page.until(() => expect(page.getByRole("alert").textContent).toContain(text));
  await page.fill("From", "");
  await alertShows("Please select a time");
  await page.fill("From", "2026-03-02");
  await page.fill("To", "2026-03-01");
  await alertShows("Please select the correct time");
  await page.fill("From", "2015-03-02");
  await page.until(() => expect(from.getAttribute("aria-invalid")).toBe("true"));
  await alertShows("Please select the correct time");
  // The figures of the last valid range remain visible.
  expect(figure("PHP", "total")).not.toBeNull();

  await page.fill("From", "2026-03-01");
  await page.until(() => expect(textOf("PHP", "total")).toContain("₱999.00"));
  expect(page.queryByRole("alert")).toBeNull();
  const requested = page.api.calls("incomeDetailByArea").map(({ request }) => request);
  expect(requested.at(-1)).toMatchObject({ startDate: "2026-03-01", endDate: "2026-03-01" });
  for (const { startDate = "2026-01-01", endDate = startDate } of requested) {
    expect(startDate <= endDate).toBe(true);
    expect(startDate >= "2016").toBe(true);
  }
});

it("[DET-1] [DET-2] opens a custom range by its address, also if one of its dates does not exist", async () => {
  const valid = await openDetails("?range=custom&startDate=2026-03-01&endDate=2026-03-01");
  await valid.until(() => expect(textOf("PHP", "total")).toContain("₱999.00"));
  expect(valid.getByLabelText<HTMLInputElement>("To").value).toBe("2026-03-01");

  const page = await openDetails("?range=custom&startDate=2026-02-30&endDate=2026-03-02");
  await page.findText("Please select the correct time");
  expect(page.getByLabelText<HTMLInputElement>("From").value).toBe("");
  expect(page.api.calls("incomeDetailByArea")).toEqual([]);
  await page.fill("From", "2026-03-01");
  await page.until(() => expect(figure("PHP", "total")).not.toBeNull());
});

it("[DET-1] [DET-2] selects one, several, or all outlets by name, and requires at least one", async () => {
  const page = await openDetails();
  await page.tap("button", "All outlets (3)");
  const sheet = await page.find("dialog", "Choose outlets");
  await page.tap("button", "Clear selection", sheet);
  await page.findText("Please select an outlet", await page.find("alert", undefined, sheet));
  await page.tap("button", "Show", sheet);
  await page.find("alert", undefined, sheet);
  const search = await page.find("searchbox", undefined, sheet);
  await page.user.type(search, "zzz");
  await page.findText("No matching outlet", sheet);
  await page.user.clear(search);
  await page.user.type(search, "ayal");
  await page.until(() => expect(sheet.querySelectorAll("[type=checkbox]")).toHaveLength(1));
  await page.tap("checkbox", "Ayala", sheet);
  await page.tap("button", "Clear search", sheet);
  await page.tap("checkbox", "Pavilion", sheet);
  await page.tap("button", "Show", sheet);
  await page.find("button", "2 of 3 outlets");
  await page.until(() => expect(textOf("PHP", "total")).toContain("₱30.00"));
  expect(new URLSearchParams(location.search).getAll("areaId").sort()).toEqual(["outlet-1", "outlet-3"]);

  await page.tap("button", "2 of 3 outlets");
  const again = await page.find("dialog", "Choose outlets");
  await page.tap("checkbox", "Pavilion", again);
  await page.tap("button", "Show", again);
  await page.find("heading", "Ayala");
  expect(new URLSearchParams(location.search).getAll("areaId")).toEqual(["outlet-1"]);
  history.back();
  await page.find("button", "2 of 3 outlets");
});
