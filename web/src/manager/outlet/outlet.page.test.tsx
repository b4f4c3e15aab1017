import type { Permission } from "@reposo/contract/permissions.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { alertListOf, alertOf } from "#test/data/alert-data.ts";
import { comparisonOf, statisticsOf } from "#test/data/figures-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import type { Handlers } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const openOutlet = (query: string, permissions?: Permission[], handlers: Handlers = {}) =>
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
      ...handlers,
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

it("[HOME-1] [DET-1] shows one outlet's figures, updates them live, and links all of them to the outlet's rows", async () => {
  const page = await openOutlet("?areaId=outlet-1");
  await page.find("heading", "SM Megamall");
  await page.until(() => page.getAllByText("₱120.00"));
  expect(document.querySelector("[data-count=outlets]")).toBeNull();
  page.api.on("outletFigures", () => ({
    statistics: statisticsOf({ cash: 15_000 }),
    comparison: comparisonOf(15_000, 0, 0),
  }));
  await page.push({ name: "revenue", data: { asOf: instantAfter(1) } });
  await page.until(() => page.getAllByText("₱150.00"));
  const hrefs = [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href") ?? "");
  expect(hrefs.length).toBeGreaterThan(10);
  expect(hrefs.filter((href) => !href.includes("areaId=outlet-1"))).toEqual([]);
});

it("[HOME-1] [NAV-2] shows the first alerts of an outlet in rows without its name, and links to all of them", async () => {
  const page = await openOutlet("?areaId=outlet-1", ["home"], {
    alertList: () => ({
      ...alertListOf([
        // A snoozed alert is not shown beside the figures.
        alertOf({ alertId: "0199f0a0-0000-7000-8000-000000000020", deviceId: "MC9000", snoozed: true }),
        alertOf(),
        ...Array.from({ length: 3 }, (_, at) =>
          alertOf({ alertId: `0199f0a0-0000-7000-8000-00000000001${at}` }),
        ),
      ]),
      total: 46,
      active: 46,
    }),
  });
  const list = await page.find("list", "Alerts");
  expect([...list.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual(
    Array.from({ length: 3 }, () => "Chair MC1000 is offlineSince Mar 2, 11:00"),
  );
  expect((await page.find("link", "All alerts (46)")).getAttribute("href")).toBe(
    "/pages/alerts/alerts?areaId=outlet-1",
  );
});
