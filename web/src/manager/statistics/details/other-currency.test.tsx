import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readSelection } from "#manager/statistics/reports/report-selection.ts";
import { outletReportQuery, overviewQuery } from "#manager/statistics/reports/report-queries.ts";
import { details, exports, manager, shared, tables } from "#locales/en_US/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { ServerAddress } from "#shared/routing/navigation.ts";
import { stubBrowser } from "#test/stub-browser.ts";
import { zoneKey } from "#shared/time/time-zone.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { ManagerSession } from "#manager/manager-session.tsx";
import { createManagerQueries } from "#manager/shared/session/query-client.ts";
import { DevicesView } from "./devices-view.tsx";
import { OutletsView } from "./outlets-view.tsx";

const client = createManagerQueries();

const texts = { shared, manager, details, exports, tables };
const outlets = ["glorietta", "ayala", "pavilion"].map((areaId) => ({ areaId, areaName: areaId }));
const ready = { token: "token", userInfo: { outlets, currency: "PHP" } } as unknown as Ready;
const days = { from: "2026-11-21T16:00:00.000Z", to: "2026-11-22T16:00:00.000Z" };
const sums = (total: number) => ({ online: total, cash: 0, total });
const row = (areaId: string, currency: string, orders: number) => ({
  ...sums(10_000),
  areaId,
  areaName: areaId,
  currency,
  orders,
  devices: 2,
  averagePerDevice: 5_000,
  ordersPerDevice: orders / 2,
});

beforeEach(() => {
  stubBrowser("/pages/details/details");
  Object.assign(window, { addEventListener: () => undefined });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

/** Renders a view, and returns the HTML of each currency. */
function draw(view: ReactNode): string[] {
  const html = renderToString(
    <ServerAddress.Provider value={{ path: "/pages/details/details", search: "" }}>
      <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
        <ManagerSession client={client}>{view}</ManagerSession>
      </LanguageProvider>
    </ServerAddress.Provider>,
  );
  return html.split("data-currency=").slice(1);
}

const ordersPage = "/pages/order/order?";
/** Returns the HTML of the order count of a card, including its link. */
const ordersOf = (card = "") => /<(a|div)[^>]*data-figure="orders".*?<\/\1>/.exec(card)?.[0] ?? "";

function renderOutlets(rows: readonly ReturnType<typeof row>[]): string[] {
  const selection = readSelection(new URLSearchParams());
  const totals = [...new Set(rows.map(({ currency }) => currency))].map((currency) => ({
    currency,
    ...sums(10_000),
  }));
  client.setQueryData(overviewQuery(selection, zoneKey()).queryKey, { ...days, totals, areas: rows });
  return draw(<OutletsView ready={ready} selection={selection} isPeriodValid />);
}

it("[DET-1] [I18N-2] shows no order count and no link in a currency that no outlet uses", () => {
  const [pesos, ringgit] = renderOutlets([
    row("glorietta", "PHP", 14),
    row("glorietta", "MYR", 0),
    row("ayala", "PHP", 8),
  ]);
  expect(ordersOf(pesos)).toContain(">22<");
  expect(ordersOf(pesos)).toContain(ordersPage);
  expect(ordersOf(ringgit)).toContain(">—<");
  expect(ringgit).not.toContain(ordersPage);
});

it("[DET-1] [I18N-2] links from the order count of a currency only to outlets that use the currency", () => {
  const [pesos, ringgit] = renderOutlets([
    row("glorietta", "PHP", 14),
    row("glorietta", "MYR", 0),
    row("ayala", "PHP", 8),
    row("pavilion", "MYR", 5),
  ]);
  expect(ordersOf(ringgit)).toContain(">5<");
  expect(ordersOf(ringgit)).toContain("areaId=pavilion");
  expect(ringgit).not.toMatch(/order\/order\?[^"]*areaId=glorietta/);
  expect(pesos).toMatch(/order\/order\?[^"]*areaId=glorietta/);
});

it("[DET-1] [I18N-2] shows no order counts of an outlet and its devices in a currency that the outlet does not use", () => {
  for (const [currency, own] of [["PHP", true] as const, ["MYR", false] as const]) {
    const selection = readSelection(new URLSearchParams({ areaId: "glorietta", currency }));
    client.setQueryData(outletReportQuery(selection, "glorietta", zoneKey()).queryKey, {
      ...days,
      totals: [
        { currency: "PHP", ...sums(10_000) },
        { currency: "MYR", ...sums(10_000) },
      ],
      area: row("glorietta", currency, own ? 14 : 0),
      devices: [{ deviceId: "MC1", ...sums(10_000), orders: own ? 14 : 0 }],
    });
    const [card] = draw(<DevicesView ready={ready} selection={selection} isPeriodValid />);
    expect(ordersOf(card)).toContain(own ? ">14<" : ">—<");
    expect(card?.includes(ordersPage)).toBe(own);
  }
});
