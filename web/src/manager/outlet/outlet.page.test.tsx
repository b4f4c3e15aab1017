import type { Permission } from "@reposo/contract/permissions.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { comparisonOf, statisticsOf } from "#test/data/figures-data.ts";
import { openPage } from "#test/open-page.ts";

const openOutlet = (query: string, permissions?: Permission[]) =>
  openPage(`/pages/outlet/outlet${query}`, {
    session: managerSession,
    api: {
      ...managerHandlers(permissions && { permissions }),
      outletList: () => [
        {
          areaId: "outlet-1",
          areaName: "SM Megamall",
          address: "EDSA, Mandaluyong",
          timeZone: "Asia/Manila",
          currency: "PHP",
          latitude: null,
          longitude: null,
          openingHours: null,
          devices: 1,
        },
      ],
      outletFigures: () => ({
        statistics: statisticsOf({ cash: 12_000 }),
        comparison: comparisonOf(12_000, 0, 0),
      }),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
    },
  });

it("[FB-1] links to the outlet's feedback, and from there to all feedback", async () => {
  const page = await openOutlet("?areaId=outlet-1");
  await page.tap("link", "Customer feedback");
  await page.findText("No results");
  expect(page.api.calls("feedbackList").at(-1)?.request).toMatchObject({ areaId: ["outlet-1"] });
  await page.tap("button", /^Remove filter: /);
  await page.findText("No open feedback");
  expect(location.search).toBe("");
});

it("[NAV-5] shows an outlet's figures without its rows to a manager without permission to see them", async () => {
  const page = await openOutlet("?areaId=outlet-1", ["home"]);
  await page.until(() => page.getAllByText("₱120.00"));
  expect(page.queryByRole("link", { name: "Customer feedback" })).toBeNull();
  expect(page.queryByRole("link", { name: "Orders" })).toBeNull();
});

it("[NAV-2] shows no data of another manager's outlet", async () => {
  for (const query of ["?areaId=nobodys", ""]) {
    const page = await openOutlet(query);
    await page.findText("Outlet not found");
    expect(page.api.calls("outletFigures")).toEqual([]);
  }
});
