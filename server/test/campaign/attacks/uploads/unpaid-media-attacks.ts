import { randomUUID } from "node:crypto";
import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { sql } from "#platform/postgres/sql.ts";
import { makeCustomer, makeOrder } from "#test/app/network-factory.ts";
import { formOf, keyIn, photo } from "#test/clients/upload-client.ts";
import { attempt, dataOf } from "#test/campaign/attacks/attack-client.ts";
import type { Attack } from "#test/campaign/attacks/attack-world.ts";
import { postUpload } from "#test/campaign/attacks/media-uploads.ts";
import { isAccepted, requireCode } from "#test/campaign/attacks/refusals.ts";

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

/**
 * Attaches a file of a customer with a paid order to feedback on another, cancelled or unpaid order of the same customer;
 * accepted feedback and attached files count as accepted.
 */
export const attachUnpaidMedia: Attack = {
  name: "files attached to cancelled and unpaid orders of a customer with a paid order",
  async run(world, count) {
    const { client, own, test } = world;
    const { token, caller } = await makeCustomer(test.owner);
    const of = { ...own.outlet, deviceId: own.deviceId, customerId: caller.customerId };
    const paid = await makeOrder(test.owner, { ...of, status: "completed", amountMinor: 5_000 });
    const unpaid = [
      await makeOrder(test.owner, { ...of, status: "cancelled" }),
      await makeOrder(test.owner, { ...of, status: "unpaid" }),
    ];
    const policy = dataOf(getPolicy, await client.call(getPolicy.path, {}, { token, from: 2860 }));
    const file = { bytes: await photo(64, 48), type: "image/jpeg" };
    requireCode(await postUpload(world, formOf(policy), file, 2860), "ok");
    const media = [keyIn(policy)];
    const send = (fields: object, from: number) =>
      client.call(
        feedbackInsert.path,
        { problem: "It did not start", ...fields },
        { token, from, idempotencyKey: randomUUID() },
      );
    const done = await attempt(count, async (index) => {
      const orderId = unpaid[index % unpaid.length];
      return isAccepted(await send({ orderId, media }, 2861 + (index % 20)), "mediaNeedsPaidOrder");
    });
    const { attached } = await sql<{ attached: number }>`
      SELECT count(*)::int AS attached FROM upload WHERE key = ${media[0]} AND feedback_id IS NOT NULL`.firstRow(
      test.owner,
    );
    // The same orders accept feedback without the file, and the paid order accepts the same file.
    for (const orderId of unpaid) requireCode(await send({ orderId }, 2860), "ok");
    requireCode(await send({ orderId: paid, media }, 2860), "ok");
    return { ...done, accepted: done.accepted + attached };
  },
};
