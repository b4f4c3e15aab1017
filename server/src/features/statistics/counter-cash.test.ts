import { counterCash, unknownAccount } from "@reposo/contract/orders/counter-cash.ts";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { getOrder } from "@reposo/contract/orders/orders.ts";
import { incomeEntries } from "@reposo/contract/revenue/revenue.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

const as =
  (token: string, offsetMinutes = 480) =>
  <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
    call(world.http, endpoint, fields, {
      "access-token": token,
      "timezone-offset": String(offsetMinutes),
    });

interface Sale {
  readonly outletId: string;
  readonly deviceId: string;
  readonly at: string;
  readonly amountMinor: number;
  readonly accountId: string | null;
  readonly payType?: "cash" | "online" | "coin";
}

const sources = { cash: "counter", online: "payment", coin: "coin" } as const;

async function sell({ accountId, payType = "cash", amountMinor, ...outlet }: Sale): Promise<string> {
  const orderedAt = new Date(outlet.at);
  const orderId = await makeOrder(world.owner, { ...outlet, amountMinor, orderedAt, status: "completed" });
  await sql`UPDATE orders SET pay_type = ${payType}, account_id = ${accountId}
    WHERE order_id = ${orderId}`.execute(world.owner);
  await book(orderId, { ...outlet, source: sources[payType], amountMinor });
  return orderId;
}

type Booking = Pick<Sale, "outletId" | "deviceId" | "at" | "amountMinor"> & {
  readonly source: "counter" | "payment" | "coin" | "refund";
};

const book = (orderId: string, { at, source, ...rest }: Booking) =>
  transact(world.database, (uow) =>
    addLedgerEntry(
      uow,
      {
        orderId,
        outletId: rest.outletId,
        deviceId: rest.deviceId,
        amountMinor: rest.amountMinor,
        currency: "PHP",
        channel: source === "payment" ? "online" : "cash",
        source,
        sourceId: `${orderId}-${source}`,
        occurredAt: new Date(at),
      },
      world.clock.now(),
    ),
  );

async function openOutlet() {
  const outletId = await makeOutlet(world.owner);
  const deviceId = await makeDevice(world.owner, { outletId });
  const maria = await makeManager(world.owner, { outletIds: [outletId] });
  const jose = await makeManager(world.owner, { outletIds: [outletId] });
  await sql`UPDATE account SET display_name = 'Jose Rizal'
    WHERE account_id = ${jose.caller.accountId}`.execute(world.owner);
  return { outletId, deviceId, maria, jose };
}

const day = { range: "custom", startDate: "2026-11-10", endDate: "2026-11-10" };

describe("counter cash by account", () => {
  it("[DET-3] sums the cash that each account took and refunded; rows, entries, and totals agree", async () => {
    const { maria, jose, ...outlet } = await openOutlet();
    const [one, other] = [maria.caller.accountId, jose.caller.accountId];
    const at = "2026-11-10T02:00:00Z";
    await sell({ ...outlet, at, amountMinor: 5_000, accountId: one });
    const returned = await sell({ ...outlet, at, amountMinor: 7_000, accountId: one });
    await book(returned, { ...outlet, at, amountMinor: -3_000, source: "refund" });
    await sell({ ...outlet, at, amountMinor: 2_000, accountId: other });
    await sell({ ...outlet, at, amountMinor: 1_000, accountId: null });
    await sell({ ...outlet, at, amountMinor: 90_000, accountId: null, payType: "online" });
    await sell({ ...outlet, at, amountMinor: 800, accountId: null, payType: "coin" });

    const { data } = await as(maria.token)(counterCash, day);
    expect(data).toEqual({
      from: "2026-11-09T16:00:00.000Z",
      to: "2026-11-10T16:00:00.000Z",
      totals: [{ currency: "PHP", taken: 15_000, returned: -3_000, total: 12_000, orders: 4, accounts: 3 }],
      accounts: [
        { accountId: other, accountName: "Jose Rizal", taken: 2_000, returned: 0, total: 2_000, orders: 1 },
        {
          accountId: one,
          accountName: "Maria Santos",
          taken: 12_000,
          returned: -3_000,
          total: 9_000,
          orders: 2,
        },
        { accountId: unknownAccount, accountName: null, taken: 1_000, returned: 0, total: 1_000, orders: 1 },
      ].map((row) => ({ ...row, accountLogin: null, currency: "PHP" })),
      nextCursor: null,
      total: 3,
    });
    for (const { accountId, total } of data.accounts) {
      const { data: movements } = await as(maria.token)(incomeEntries, { ...day, accountId });
      expect(movements.items.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
      expect(movements.total).toBe(movements.items.length);
    }
    const page = { ...day, accountId: one, limit: 2 };
    const first = (await as(maria.token)(incomeEntries, page)).data;
    expect(first).toMatchObject({ total: 3, nextCursor: expect.any(String) });
    const second = (await as(maria.token)(incomeEntries, { ...page, cursor: first.nextCursor })).data;
    expect([second.items.length, second.nextCursor]).toEqual([1, null]);
    expect((await as(maria.token)(incomeEntries, { ...page, channel: "online" })).data.total).toBe(0);
  });

  it.each(["name", "total", "orders"])(
    "[DET-3] lists the accounts in pages by %s, without gaps or repetitions",
    async (sort) => {
      const { maria, jose, ...outlet } = await openOutlet();
      const at = "2026-11-10T02:00:00Z";
      for (let account = 0; account < 5; account += 1) {
        const { caller } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
        await sell({ ...outlet, at, amountMinor: 1_000 * (1 + (account % 3)), accountId: caller.accountId });
      }
      await sell({ ...outlet, at, amountMinor: 1_000, accountId: jose.caller.accountId });
      await sell({ ...outlet, at, amountMinor: 7_000, accountId: null });
      for (const order of ["asc", "desc"]) {
        const pageAfter = async (cursor: string | null) =>
          (await as(maria.token)(counterCash, { ...day, sort, order, limit: 3, ...(cursor && { cursor }) }))
            .data;
        const whole = (await as(maria.token)(counterCash, { ...day, sort, order, limit: 100 })).data;
        const first = await pageAfter(null);
        const second = await pageAfter(first.nextCursor);
        const third = await pageAfter(second.nextCursor);
        expect([first, second, third].flatMap(({ accounts }) => accounts)).toEqual(whole.accounts);
        expect([first.accounts.length, third.accounts.length, third.nextCursor]).toEqual([3, 1, null]);
        expect([first, third].map(({ total, totals }) => [total, totals])).toEqual([
          [7, whole.totals],
          [7, whole.totals],
        ]);
        const unknown = whole.accounts.findIndex((row) => row.accountId === unknownAccount);
        if (sort !== "orders") expect(unknown).toBe(order === "asc" ? 6 : 0);
        const reversed = await as(maria.token)(counterCash, {
          ...day,
          sort,
          order: order === "asc" ? "desc" : "asc",
          cursor: first.nextCursor,
        });
        expect(reversed.code).toBe(400);
      }
      const { accountId } = jose.caller;
      const only = (await as(maria.token)(counterCash, { ...day, accountId })).data;
      expect(only).toMatchObject({ accounts: [{ accountId, total: 1_000 }], total: 1 });
      expect(only.totals).toMatchObject([{ total: 1_000, accounts: 1 }]);
    },
  );

  it("[DET-3] names the logins of accounts that have the same name", async () => {
    const { maria, jose, ...outlet } = await openOutlet();
    const sameNameManager = await makeManager(world.owner, { outletIds: [outlet.outletId] });
    const at = "2026-11-10T02:00:00Z";
    for (const { caller } of [maria, jose, sameNameManager])
      await sell({ ...outlet, at, amountMinor: 5_000, accountId: caller.accountId });
    const loginOf = async (accountId: string) =>
      (
        await sql<{ login: string }>`
          SELECT login_name AS login FROM account WHERE account_id = ${accountId}`.execute(world.owner)
      ).rows[0]?.login;
    const { accounts } = (await as(maria.token)(counterCash, day)).data;
    const shown = new Map(accounts.map((row) => [row.accountId, row.accountLogin]));
    expect(shown.get(jose.caller.accountId)).toBeNull();
    for (const { caller } of [maria, sameNameManager])
      expect(shown.get(caller.accountId)).toBe(await loginOf(caller.accountId));
    expect(new Set(shown.values()).size).toBe(3);
  });

  it("[DET-3] [DAY-1] begins the day at midnight of the Timezone-Offset header's zone", async () => {
    const { maria, ...outlet } = await openOutlet();
    const { accountId } = maria.caller;
    await sell({ ...outlet, at: "2026-11-09T16:00:00Z", amountMinor: 100, accountId });
    await sell({ ...outlet, at: "2026-11-10T15:59:59Z", amountMinor: 20, accountId });
    await sell({ ...outlet, at: "2026-11-10T16:00:00Z", amountMinor: 3, accountId });
    const totalIn = async (offset: number) =>
      (await as(maria.token, offset)(counterCash, day)).data.totals[0]?.total;
    expect(await totalIn(480)).toBe(120);
    expect(await totalIn(0)).toBe(23);
    expect(await totalIn(-480)).toBe(23);
    expect(await totalIn(840)).toBe(100);
  });

  it("[DET-3] [G-9] contains nothing of other outlets, even if the same account works there", async () => {
    const [own, foreign] = [await openOutlet(), await openOutlet()];
    const { accountId } = own.maria.caller;
    const at = "2026-11-10T02:00:00Z";
    const { outletId, deviceId } = foreign;
    const orderId = await sell({ outletId, deviceId, at, amountMinor: 5_000, accountId });
    const callAsMaria = as(own.maria.token);
    expect((await callAsMaria(counterCash, day)).data).toMatchObject({ totals: [], accounts: [] });
    expect((await callAsMaria(incomeEntries, { ...day, accountId })).data).toMatchObject({
      items: [],
      total: 0,
    });
    expect((await callAsMaria(counterCash, { ...day, areaId: outletId })).code).toBe(20601);
    expect((await callAsMaria(getOrder, { orderId })).code).toBe(20301);
    expect((await as(foreign.jose.token)(counterCash, day)).data.totals[0]?.total).toBe(5_000);
  });

  it("[ORD-1] names the account on an order that it took cash for, and on no other order", async () => {
    const { maria, ...outlet } = await openOutlet();
    const { accountId } = maria.caller;
    const at = "2026-11-10T02:00:00Z";
    const takenBy = async (orderId: string) => (await as(maria.token)(getOrder, { orderId })).data.takenBy;
    expect(await takenBy(await sell({ ...outlet, at, amountMinor: 100, accountId }))).toBe("Maria Santos");
    const online = await sell({ ...outlet, at, amountMinor: 100, accountId: null, payType: "online" });
    expect(await takenBy(online)).toBeNull();
    const { token, caller } = await makeCustomer(world.owner);
    await sql`UPDATE orders SET customer_id = ${caller.customerId} WHERE order_id = ${online}`.execute(
      world.owner,
    );
    expect((await as(token)(getOrder, { orderId: online })).data.takenBy).toBeNull();
  });
});
