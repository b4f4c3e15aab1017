import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { openPage } from "#test/open-page.ts";

const outletsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    areaId: `outlet-${index}`,
    areaName: `Outlet ${String(index).padStart(3, "0")}`,
  }));

/** Opens the orders of a manager with more outlets than a call can list; the first three have an order each. */
const openOrders = (query = "", outlets = outletsOf(130)) =>
  openPage(`/pages/order/order${query}`, {
    session: managerSession,
    api: {
      ...managerHandlers({ outlets }),
      orderList: ({ areaId, exceptAreaId }) => {
        const items = outlets
          .slice(0, 3)
          .filter((outlet) => areaId?.includes(outlet.areaId) ?? !exceptAreaId?.includes(outlet.areaId))
          .map((outlet) =>
            orderOf({ ...outlet, orderId: `order-${outlet.areaId}`, orderStatus: "completed" }),
          );
        return { items, nextCursor: null, total: items.length };
      },
    },
  });

const excluded = () => new URLSearchParams(location.search).getAll("exceptAreaId");

it("[ORD-2] excludes outlets in the order filters, keeps the selection, and inverts it", async () => {
  const page = await openOrders();
  await page.findText("Orders: 3");
  await page.tap("button", "Filters");
  const sheet = await page.find("dialog", "Filters");
  await page.tap("radio", "All except selected", sheet);
  await page.tap("checkbox", "Outlet 000", sheet);
  await page.tap("button", "Apply filters", sheet);
  await page.findText("Orders: 2");
  expect(excluded()).toEqual(["outlet-0"]);
  await page.find("button", /^Remove filter: Without \W?Outlet 000/);

  await page.tap("button", /^Filters/);
  const reopened = await page.find("dialog", "Filters");
  const isChecked = async (role: "radio" | "checkbox", name: string) =>
    ((await page.find(role, name, reopened)) as HTMLInputElement).checked;
  expect(await isChecked("radio", "All except selected")).toBe(true);
  expect(await isChecked("checkbox", "Outlet 000")).toBe(true);
  await page.tap("radio", "Only selected", reopened);
  await page.tap("button", "Apply filters", reopened);
  await page.findText("Orders: 1");
  expect(new URLSearchParams(location.search).getAll("areaId")).toEqual(["outlet-0"]);
});

it("[ORD-2] removes the exclusion of an outlet", async () => {
  const page = await openOrders("?exceptAreaId=outlet-1");
  await page.findText("Orders: 2");
  await page.tap("button", /^Remove filter: Without \W?Outlet 001/);
  await page.findText("Orders: 3");
});

it("[ORD-2] moves the focus to the error if more outlets are selected, and more excluded, than a call can list", async () => {
  const selected = outletsOf(100).map(({ areaId }) => `areaId=${areaId}`);
  const page = await openOrders(`?${selected.join("&")}`, outletsOf(202));
  await page.tap("button", /^Filters/);
  const sheet = await page.find("dialog", "Filters");
  await page.tap("checkbox", "Outlet 150", sheet);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await page.tap("button", "Apply filters", sheet);
    await page.until(() => expect(document.activeElement?.textContent).toContain("Select up to 100 outlets"));
    sheet.focus();
  }
  expect(page.getAllByText(/Select up to 100 outlets/)).toHaveLength(1);
});
