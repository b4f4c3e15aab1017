import { systemClock } from "#platform/time/clock.ts";
import { refundManually } from "#features/orders/index.ts";
import { createPayments } from "#features/payments/index.ts";
import { type CampaignWorld, oneIn } from "./campaign-world.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Refunds a part of an order, or all that can be refunded, as `reposo refund give` does. */
export async function refundAsOperator(world: CampaignWorld, order: string): Promise<void> {
  const { database } = world.test;
  const clock = systemClock;
  const payments = createPayments({ database, clock, providers: [], wake: () => {} });
  const amountMinor = oneIn(world, 2) ? null : world.random.between(1, 4_000);
  const plan = { order, amountMinor, reason: "campaign", actor: "operator" };
  await transact(database, (uow) => refundManually(uow, { clock, payments }, plan));
}
