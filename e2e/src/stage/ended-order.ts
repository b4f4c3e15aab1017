import { systemClock } from "@reposo/server/platform/time/clock.ts";
import { makeCustomer } from "@reposo/server/test/app/network-factory.ts";
import type { Network } from "./network.ts";
import { recordIncome } from "./record-income.ts";

/** Inserts an ended massage of a new customer who had a coupon, and returns the `session` of the customer for `openPhone`. */
export async function addEndedOrder({ database, owner, addDevice }: Network, outletId: string) {
  const { token, caller } = await makeCustomer(owner);
  const orderId = await recordIncome(database, {
    outletId,
    deviceId: await addDevice(outletId),
    at: systemClock.now(),
    payType: "coupon",
    amountMinor: 0,
    customerId: caller.customerId,
  });
  return { orderId, session: { token, kind: "customer" } as const };
}
