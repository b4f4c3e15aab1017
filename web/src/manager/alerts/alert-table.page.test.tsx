import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { alertListOf, alertOf } from "#test/data/alert-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { openPage } from "#test/open-page.ts";

const ids = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"] as const;
const alerts = [
  alertOf({ alertId: ids[0], areaName: "Trinoma", estimatedCost: 500 }),
  alertOf({ alertId: ids[1], areaName: "Cubao", estimatedCost: 90_000, deviceId: "MC2000" }),
];

const openAlerts = (query: string, listed = alerts) =>
  openPage(`/pages/alerts/alerts${query}`, {
    session: managerSession,
    width: 1440,
    api: { ...managerHandlers(), alertList: () => alertListOf(listed) },
  });

it("[WIDE-1] [WIDE-2] shows alerts in a sortable table, and the selected one with its actions beside it", async () => {
  const page = await openAlerts("");
  const table = await page.find("table", "Alerts");
  const outlets = () =>
    [...table.querySelectorAll("[role=row]")].slice(1).map((row) => row.children[1]?.textContent);
  expect(outlets()).toEqual(["Trinoma", "Cubao"]);
  await page.tap("button", "Estimated cost", table);
  await page.until(() => expect(outlets()).toEqual(["Cubao", "Trinoma"]));
  expect(location.search).toBe("?sort=cost");
  expect(page.queryAllByRole("heading", { level: 2 })).toEqual([]);
  await page.tap("button", "Since", table);
  await page.until(() => expect(page.getAllByRole("heading", { level: 2 })).toHaveLength(1));
  await page.tap("button", "Estimated cost", table);
  expect(page.queryByRole("button", { name: /Snooze/ })).toBeNull();
  await page.tap("link", /MC2000/, table);
  await page.find("button", /Snooze/);
  await page.find("heading", "Alert");
  expect(location.search).toBe(`?sort=cost&alertId=${ids[1]}`);
  history.back();
  await page.until(() => expect(page.queryByRole("button", { name: /Snooze/ })).toBeNull());
  await page.tap("radio", "Resolved");
  await page.until(() => expect(location.search).toBe("?sort=cost&view=resolved"));
});

it("[WIDE-2] shows all columns if the selected alert is not listed", async () => {
  const page = await openAlerts("?alertId=33333333-3333-4333-8333-333333333333");
  await page.find("table", "Alerts");
  expect(page.getAllByRole("columnheader")).toHaveLength(4);
});

it("[WIDE-2] states in a column which alerts are snoozed, or when they were resolved", async () => {
  const lastHeader = () => document.querySelector("[role=columnheader]:last-child")?.textContent;
  const snoozed = await openAlerts("", [alertOf({ snoozed: true })]);
  await snoozed.find("table", "Alerts");
  expect(lastHeader()).toBe("Status");
  const resolved = await openAlerts("?view=resolved", [alertOf({ resolvedAt: instantAfter(60) })]);
  await resolved.find("table", "Alerts");
  expect(lastHeader()).toBe("Resolved");
});

it("[ALERT-2] names the state of a resolved alert beside its title, which is in the present tense", async () => {
  const resolved = alertOf({ resolvedAt: instantAfter(60) });
  const page = await openAlerts(`?view=resolved&alertId=${resolved.alertId}`, [resolved]);
  const card = await page.find("article", "Chair MC1000 is offline");
  expect(card.textContent).toContain("is offlineResolved");
});
