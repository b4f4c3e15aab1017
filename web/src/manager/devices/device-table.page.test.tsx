import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { deviceOf } from "#test/data/device-data.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/deviceList/deviceList";
const devices = [deviceOf({ deviceId: "MC1000" }), deviceOf({ deviceId: "MC2000", online: false })];

const openTable = (query = "") =>
  openPage(address + query, {
    session: managerSession,
    width: 1024,
    api: {
      ...managerHandlers(),
      deviceList: () => ({ items: devices, nextCursor: null, total: devices.length }),
      search: () => ({ outlets: [], devices: [], orders: [], feedback: [] }),
    },
  });

it("[WIDE-1] [WIDE-2] shows a device beside the table, keeps it while the list is searched, and moves to the search by a key", async () => {
  const page = await openTable("?deviceId=MC2000");
  await page.find("heading", "MC2000");
  expect(page.queryByRole("dialog")).toBeNull();
  await page.user.keyboard("/");
  await page.until(() => expect(document.activeElement?.getAttribute("type")).toBe("search"));
  await page.fill("Device ID or outlet", "mc");
  await page.waitUntil(() => expect(location.search).toContain("keyword=mc"));
  expect(location.search).toContain("deviceId=MC2000");
  await page.find("heading", "MC2000");
  await page.user.keyboard("{Escape}");
  await page.until(() => expect(location.search).not.toContain("deviceId"));
  await page.find("table", "Devices");
});

it("[WIDE-2] sorts the devices by a header", async () => {
  const page = await openTable();
  await page.tap("button", "Outlet");
  await page.atAddress(`${address}?sort=outlet&order=asc`);
  await page.until(() =>
    expect(page.api.calls("deviceList").at(-1)?.request).toMatchObject({ sort: "outlet", order: "asc" }),
  );
  const header = await page.find("columnheader", "Outlet");
  expect(header.getAttribute("aria-sort")).toBe("ascending");
});
