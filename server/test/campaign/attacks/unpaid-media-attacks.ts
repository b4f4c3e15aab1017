import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { makeCustomer, makeOrder } from "#test/app/network-factory.ts";
import { attempt } from "./attack-client.ts";
import type { Attack } from "./attack-world.ts";
import { isAccepted, requireCode } from "./refusals.ts";

/** Requests upload policies for customers without an order, or only with an unpaid order. */
export const sendUnpaidMedia: Attack = {
  name: "files of customers without a paid order",
  async run({ client, own, test }, count) {
    const senders = await Promise.all(
      [true, false].map(async (hasOrder) => {
        const { token, caller } = await makeCustomer(test.owner);
        const order = { ...own.outlet, deviceId: own.deviceId, customerId: caller.customerId };
        if (hasOrder) await makeOrder(test.owner, { ...order, status: "unpaid" });
        return token;
      }),
    );
    requireCode(await client.call(getPolicy.path, {}, { token: own.customerToken, from: 2850 }), "ok");
    return attempt(count, async (index) => {
      const sender = { token: senders[index % senders.length], from: 2900 + (index % 20) };
      return isAccepted(await client.call(getPolicy.path, {}, sender), "mediaNeedsPaidOrder");
    });
  },
};
