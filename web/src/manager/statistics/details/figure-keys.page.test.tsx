import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { areaOf, entryOf, noLateEntries, openedDay, overviewOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

const outlets = ["Ayala", "Glorietta"].map((areaName) => ({ areaId: areaName, areaName }));
const openDetails = (query: string, width: number) =>
  openPage(`/pages/details/details${query}`, {
    session: managerSession,
    width,
    api: {
      ...managerHandlers({ outlets }),
      incomeDetailByArea: () =>
        overviewOf(
          outlets.map((outlet) => areaOf({ ...outlet, cash: 500 })),
          openedDay,
        ),
      lateEntries: noLateEntries,
      incomeEntries: () => ({
        items: [entryOf({ amount: -5_000, source: "refund", lateAt: instantAfter(0) })],
        nextCursor: null,
        total: 1,
      }),
    },
  });

it("[WIDE-1] moves among the figures of the outlets by arrow keys, with one of them in the tab order", async () => {
  const page = await openDetails("?sort=name&order=asc", 1440);
  const table = await page.find("table");
  await page.find("link", "Ayala", table);
  const rows = [...table.querySelectorAll("[role=rowheader]")].map((head) => head.closest("[role=row]"));
  const links = rows.map((row) => [...(row?.querySelectorAll("a") ?? [])]);
  const inTabOrder = () => links.flat().filter(({ tabIndex }) => tabIndex === 0);
  const [first = [], second = []] = links;
  expect(inTabOrder()).toEqual([first[0]]);
  first[0]?.focus();
  await page.user.keyboard("{ArrowRight}{ArrowDown}");
  expect(document.activeElement).toBe(second[1]);
  expect(inTabOrder()).toEqual([second[1]]);
  await page.user.keyboard("{ArrowDown}{ArrowLeft}{ArrowLeft}");
  expect(document.activeElement).toBe(second[0]);
  await page.user.keyboard("{Home}");
  expect(document.activeElement).toBe(first[0]);
});

it("[WIDE-2] chooses the columns of the figures, which the address keeps when another period is chosen", async () => {
  const headers = () =>
    [...document.querySelectorAll("[role=columnheader]")].map(({ textContent }) => textContent);
  const page = await openDetails("", 1440);
  await page.tap("button", "Columns");
  const sheet = await page.find("dialog", "Columns");
  for (const name of ["Cash", "Orders", "Income / device", "Orders / device"])
    await page.tap("checkbox", name, sheet);
  await page.tap("button", "Close", sheet);
  await page.until(() => expect(headers()).toEqual(["Outlet", "Total", "Online"]));
  await page.tap("radio", "This year");
  await page.until(() => expect(location.search).toBe("?range=thisYear&column=total&column=online"));
  await page.until(() => expect(headers()).toEqual(["Outlet", "Total", "Online"]));

  const narrow = await openDetails("?column=total&column=online", 390);
  await narrow.find("table");
  expect(headers()).toHaveLength(7);
  expect(narrow.queryByRole("button", { name: "Columns" })).toBeNull();
});

it("[WIDE-1] [DET-1] shows transactions in a table in a wide window, each with a link to its order", async () => {
  const page = await openDetails("?rows=entries", 1440);
  const table = await page.find("table", "Transactions");
  expect((await page.find("link", "260302-7K3M-92QX", table)).getAttribute("href")).toBe(
    "/pages/order/order?orderId=order-1",
  );
  expect([...table.querySelectorAll("[role=row]")].at(-1)?.textContent).toBe(
    "260302-7K3M-92QX11:59MC1000Ayala MallRefundLate entry · Recorded on Mar 2, 2026-₱50.00",
  );
});
