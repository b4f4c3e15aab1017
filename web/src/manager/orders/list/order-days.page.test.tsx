import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { orderOf } from "#test/data/order-data.ts";
import type { Handlers } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/order/order";
const hour = 3_600;
/** Two orders of 2 March in Manila, two of 1 March, and one of the year before. */
const orders = [-1 * hour, -2 * hour, -13 * hour, -14 * hour, -100 * 24 * hour].map((seconds, index) =>
  orderOf({
    orderId: `order-${index}`,
    orderNumber: `260302-000${index}-92QX`,
    orderTime: instantAfter(seconds),
    orderStatus: "completed",
  }),
);
const php = (amount: number) => ({ currency: "PHP" as const, amount });
const sums = [
  { date: "2026-03-02", sums: [php(123_450), { currency: "MYR" as const, amount: 2_000 }] },
  { date: "2026-03-01", sums: [php(998_000)] },
  { date: "2025-11-22", sums: [] },
];

const openList = (query = "", handlers: Handlers = {}, width = 390) =>
  openPage(address + query, {
    session: managerSession,
    width,
    api: {
      ...managerHandlers(),
      orderList: () => ({ items: orders, nextCursor: "next", total: 500, days: sums }),
      ...handlers,
    },
  });

const headings = () =>
  [...document.querySelectorAll("li:has(h2)")].map((heading) =>
    heading.textContent
      ?.replaceAll("\u00a0", " ")
      .replace(", Jump to a date", " | ")
      .replace("Net amount of the day: ", ""),
  );

it("[ORD-1] names each day of the list, with the server's sum by currency, also of a day that is loaded in part", async () => {
  const page = await openList("?payType=online");
  await page.findText("Orders: 500");
  expect(headings()).toEqual([
    "Mon, Mar 2 | ₱1,234.50 · RM 20.00",
    "Sun, Mar 1 | ₱9,980.00",
    "Sat, Nov 22, 2025 | ",
  ]);
  const items = [...(await page.find("list", "Orders")).children].map(
    (item) => item.querySelector("h2") !== null,
  );
  expect(items).toEqual([true, false, false, true, false, false, true, false]);
  expect(page.api.calls("orderList").map(({ request }) => request)).toEqual([
    { payType: ["online"], limit: 20, days: "sums" },
  ]);
});

it("[ORD-1] refetches the sums of a day when one of its orders changes, without moving the rows", async () => {
  const page = await openList();
  await page.findText("Orders: 500");
  await page.openStream();
  const before = page.api.calls("orderList").length;
  page.api.on("orderList", ({ startDate, endDate, limit }) => {
    expect({ startDate, endDate, limit }).toMatchObject({ limit: 1 });
    return {
      items: [],
      nextCursor: null,
      total: 0,
      days: [{ date: startDate ?? "", sums: [php(startDate === "2026-03-02" ? 120_000 : 998_000)] }],
    };
  });
  const [first] = orders;
  if (first === undefined) throw new Error("no order");
  await page.push({ name: "order", data: { ...first, refunded: 3_450 } });
  await page.waitUntil(() => expect(headings()[0]).toBe("Mon, Mar 2 | ₱1,200.00"));
  expect(headings().slice(1)).toEqual(["Sun, Mar 1 | ₱9,980.00", "Sat, Nov 22, 2025 | "]);
  const days = page.api
    .calls("orderList")
    .slice(before)
    .map(({ request }) => request.startDate);
  expect(days).not.toContain("2025-11-22");
});

it("[ORD-1] keeps the refetched sums of a day when another order of the list changes", async () => {
  const page = await openList();
  await page.findText("Orders: 500");
  await page.openStream();
  const ofDay = (date: string) => (date === "2026-03-02" ? 120_000 : 998_000);
  page.api.on("orderList", ({ startDate = "", limit }) =>
    limit === 1
      ? { items: [], nextCursor: null, total: 0, days: [{ date: startDate, sums: [php(ofDay(startDate))] }] }
      : { items: orders, nextCursor: "next", total: 500, days: sums },
  );
  const [first, , , , last] = orders;
  if (first === undefined || last === undefined) throw new Error("no order");
  await page.push({ name: "order", data: { ...first, refunded: 3_450 } });
  await page.waitUntil(() => expect(headings()[0]).toBe("Mon, Mar 2 | ₱1,200.00"));
  await page.push({ name: "order", data: { ...last, refunded: 5_000, orderStatus: "refunded" } });
  await page.findText("Refunded");
  expect(headings()[0]).toBe("Mon, Mar 2 | ₱1,200.00");
});

it("[ORD-1] refetches the list after a reset of the live events, and no day by itself", async () => {
  const page = await openList();
  await page.findText("Orders: 500");
  await page.openStream();
  const before = page.api.calls("orderList").length;
  const changed = [{ date: "2026-03-02", sums: [php(120_000)] }, ...sums.slice(1)];
  page.api.on("orderList", () => ({ items: orders, nextCursor: "next", total: 500, days: changed }));
  await page.push({ name: "reset", data: {} });
  await page.waitUntil(() => expect(headings()[0]).toBe("Mon, Mar 2 | ₱1,200.00"));
  const limits = page.api
    .calls("orderList")
    .slice(before)
    .map(({ request }) => request.limit);
  expect(limits).toEqual([20]);
});

it("[ORD-1] jumps from the heading of a day to another date, which the address keeps", async () => {
  const page = await openList("?startDate=2025-01-01&endDate=2026-03-02&payType=online");
  await page.tap("button", /^Sun, Mar 1/);
  const sheet = await page.find("dialog", "Jump to a date");
  expect(page.getByLabelText<HTMLInputElement>("Date").value).toBe("2026-03-01");
  await page.fill("Date", "2026-02-10");
  await page.tap("button", "Show orders", sheet);
  await page.until(() =>
    expect(page.api.calls("orderList").at(-1)?.request).toMatchObject({
      payType: ["online"],
      startDate: "2025-01-01",
      endDate: "2026-02-10",
    }),
  );
  expect(location.search).toContain("endDate=2026-02-10");
});

it("[WIDE-2] names no days in a list that is sorted by a column", async () => {
  const page = await openList("?sort=amount");
  await page.findText("Orders: 500");
  expect(headings()).toEqual([]);
});

it.each(["", "?sort=time"])(
  "[ORD-1] [WIDE-2] names each day of the table '%s' with its sum, and jumps to a date by one button",
  async (query) => {
    const page = await openList(query, {}, 1440);
    const table = await page.find("table", "Orders");
    const rows = [...table.querySelectorAll("[role=row]")].slice(1);
    expect(rows.map((row) => row.querySelector("h2")?.textContent ?? null)).toEqual([
      "Mon, Mar 2",
      null,
      null,
      "Sun, Mar 1",
      null,
      null,
      "Sat, Nov 22, 2025",
      null,
    ]);
    await page.until(() => expect(rows[3]?.textContent).toContain("₱9,980.00"));
    expect(page.api.calls("orderList").at(-1)?.request).toEqual({ limit: 20, days: "sums" });
    // Arrow keys pass over the headings.
    (await page.find("link", /0001-92QX/)).focus();
    await page.user.keyboard("{ArrowDown}");
    expect((document.activeElement as HTMLElement).dataset.row).toBe("order-2");
    await page.tap("button", "Jump to a date");
    await page.find("dialog", "Jump to a date");
    expect(page.getByLabelText<HTMLInputElement>("Date").value).toBe("2026-03-02");
  },
);
