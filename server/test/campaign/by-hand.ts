import { systemClock } from "#platform/time/clock.ts";
import { refundByHand } from "#features/orders/index.ts";
import { createPayments } from "#features/payments/index.ts";
import { type CampaignWorld, oneIn } from "./campaign-world.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** What `reposo refund give` does, beside the server: a part of the price, or all that is left of it. */
export async function giveBackByHand(world: CampaignWorld, order: string): Promise<void> {
  const { database } = world.test;
  const clock = systemClock;
  const payments = createPayments({ database, clock, providers: [], wake: () => {} });
  const amountMinor = oneIn(world, 2) ? null : world.random.between(1, 4_000);
  const wish = { order, amountMinor, reason: "the campaign wants it", actor: "operator" };
  await transact(database, (uow) => refundByHand(uow, { clock, payments }, wish));
}
