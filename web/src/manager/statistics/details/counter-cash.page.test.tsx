import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { areaOf, entryOf, noLateEntries, openedDay, overviewOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

type Row = ReplyOf<Endpoints["counterCash"]>["accounts"][number];

const rowOf = (fields: Partial<Row> = {}): Row => ({
  accountId: "account-1",
  accountName: "Maria Santos",
  accountLogin: null,
  currency: "PHP",
  taken: 6_250,
  returned: 0,
  total: 6_250,
  orders: 2,
  ...fields,
});

const openDetails = (rows: readonly Row[], query = "") =>
  openPage(`/pages/details/details${query}`, {
    session: managerSession,
    api: {
      ...managerHandlers(),
      incomeDetailByArea: () => overviewOf([areaOf({ cash: 6_250, online: 90_000, orders: 3 })]),
      counterCash: () => {
        const total = rows.reduce((sum, row) => sum + row.total, 0);
        const totals = {
          currency: "PHP",
          taken: total,
          returned: 0,
          total,
          orders: 2,
          accounts: rows.length,
        } as const;
        return { ...openedDay, totals: [totals], accounts: [...rows], nextCursor: null, total: rows.length };
      },
      incomeEntries: () => ({
        items: [5_000, 1_250].map((amount, index) =>
          entryOf({
            entryId: `entry-${index}`,
            orderId: `order-${index}`,
            channel: "cash",
            source: "payment",
            amount,
          }),
        ),
        nextCursor: null,
        total: 2,
      }),
      getOrder: ({ orderId }) =>
        orderOf({ orderId, payType: "cash", amount: 1_250, takenBy: "Maria Santos" }),
      refundRequests: () => ({ left: 0, currency: "PHP", inCash: true, items: [] }),
      lateEntries: noLateEntries,
    },
  });

it("[DET-3] [ORD-1] links from the details to the cash of each account, to its transactions, and to their orders", async () => {
  const page = await openDetails([rowOf()]);
  await page.tap("link", /^Counter cash by account/);
  await page.until(() => expect(document.querySelector("[data-behind='6250']")).not.toBeNull());
  await page.tap("link", "Maria Santos");
  await page.findText("Transactions: 2 · Total: ₱62.50");
  expect(page.api.calls("incomeEntries").at(-1)?.request).toMatchObject({ accountId: "account-1" });
  await page.tap("link", /₱12\.50/);
  await page.findText("Cash received by");
  await page.findText("Maria Santos");
});

it("[DET-3] shows the login names of accounts with the same name", async () => {
  const page = await openDetails(
    [
      rowOf({ accountLogin: "maria.1", total: 2_000, taken: 2_000 }),
      rowOf({ accountId: "account-2", accountLogin: "maria.2", total: 1_000, taken: 1_000 }),
    ],
    "?rows=accounts",
  );
  const header = async (login: string) => page.find("rowheader", new RegExp(login));
  for (const [login, total] of [
    ["maria.1", "₱20.00"],
    ["maria.2", "₱10.00"],
  ] as const) {
    const shown = await header(login);
    expect(shown.textContent).toContain("Maria Santos");
    expect(shown.closest("[role=row], tr")?.querySelector("[data-column=total]")?.textContent).toContain(
      total,
    );
  }
});
