import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { openPage } from "#test/open-page.ts";

type LateEntry = ReplyOf<Endpoints["lateEntries"]>["lateEntries"][number];

const range = { from: instantAfter(0), to: instantAfter(3_600) };
const lateEntryOf = (deviceId: string): LateEntry => ({
  month: "2026-09-01",
  recordedOn: "2026-10-20",
  areaId: "outlet-1",
  areaName: "Ayala Mall",
  deviceId,
  currency: "PHP",
  amount: 1_000,
  entries: 1,
  coins: 1,
});

it("[CASH-2] the details load further late entries on request", async () => {
  const page = await openPage("/pages/details/details", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      incomeDetailByArea: () => ({ ...range, totals: [], areas: [] }),
      lateEntries: ({ cursor }) => ({
        ...range,
        lateEntries: [lateEntryOf(cursor === undefined ? "MC1000" : "MC2000")],
        nextCursor: cursor === undefined ? "second" : null,
        total: 2,
      }),
    },
  });
  await page.find("link", /MC1000/);
  await page.tap("button", "Load more");
  await page.find("link", /MC2000/);
  await page.find("link", /MC1000/);
  expect(page.queryByRole("button", { name: "Load more" })).toBeNull();
});

it("[DET-3] the counter cash loads further accounts on request, and states the number of all", async () => {
  const accountOf = (accountName: string, total: number) => ({
    accountId: accountName,
    accountName,
    accountLogin: null,
    currency: "PHP" as const,
    taken: total,
    returned: 0,
    total,
    orders: 1,
  });
  const page = await openPage("/pages/details/details?rows=accounts", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      counterCash: ({ cursor }) => ({
        ...range,
        totals: [{ currency: "PHP", taken: 3_000, returned: 0, total: 3_000, orders: 2, accounts: 2 }],
        accounts: [cursor === undefined ? accountOf("Maria Santos", 2_000) : accountOf("Jose Rizal", 1_000)],
        nextCursor: cursor === undefined ? "second" : null,
        total: 2,
      }),
      lateEntries: () => ({ ...range, lateEntries: [], nextCursor: null, total: 0 }),
    },
  });
  await page.findText("Accounts (2)");
  await page.find("link", "Maria Santos");
  await page.tap("button", "Load more");
  await page.find("link", "Jose Rizal");
  expect(page.api.calls("counterCash").at(-1)?.request).toMatchObject({ sort: "total", order: "desc" });
});
