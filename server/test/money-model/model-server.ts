import { wireChairIntake } from "#wire-chair-intake.ts";
import type { Orders } from "#features/orders/index.ts";
import { type ChairCommandsDependencies, createChairCommands } from "#features/chair-commands/index.ts";
import { createPayments, createProviders } from "#features/payments/index.ts";
import { type ManualClock, manualClock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import { silentLog } from "#platform/logging/log.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import type { PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { createTestOrders } from "#test/app/create-test-orders.ts";

/** One database and one clock for many runs. Each run has a separate outlet, chairs, customers, and coupons. */
export interface ModelServer {
  readonly test: TestDatabase;
  readonly clock: ManualClock;
  readonly companies: readonly PaymentCompany[];
  readonly payments: ReturnType<typeof createPayments>;
  readonly orders: Orders;
  readonly chairCommands: ReturnType<typeof createChairCommands>;
  readonly intake: ReturnType<typeof wireChairIntake>;
  /** Sends a command to a chair of the current run. */
  toChair: ChairCommandsDependencies["sendCommand"];
}

export async function openModelServer(companies: readonly PaymentCompany[]): Promise<ModelServer> {
  const test = await openTestDatabase();
  const { database } = test;
  // Providers and their signatures use real time. The test's clock starts at real time and is only advanced.
  const clock = manualClock(new Date(Math.ceil(Date.now() / 60_000) * 60_000));
  const publicUrl = "https://chairs.example";
  const env = Object.fromEntries(companies.flatMap((company) => Object.entries(company.env)));
  const config = readConfig({ ...env, PAYMENT_SIMULATED: "on" });
  const wake = () => {};
  for (const company of companies) company.clock = clock;
  const providers = await createProviders(config.payments, { publicUrl, database, clock });
  const payments = createPayments({ database, clock, wake, providers });
  const orders = createTestOrders({ database, clock, payments, publicUrl });
  const chairCommands = createChairCommands({
    database,
    clock,
    sendCommand: (deviceId, command) => server.toChair(deviceId, command),
  });
  const intake = wireChairIntake({ database, clock, log: silentLog, wake, sendReceipt: async () => {} });
  intake.subscribe(orders.processChairMessages);
  payments.addListener(orders.processPayment);
  await orders.createMonths();
  const server: ModelServer = {
    test,
    clock,
    companies,
    payments,
    orders,
    chairCommands,
    intake,
    toChair: async () => {},
  };
  return server;
}
