import { randomUUID } from "node:crypto";
import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { sql } from "#platform/postgres/sql.ts";
import { makeCustomer, makeOrder } from "#test/app/network-factory.ts";
import { attempt, dataOf } from "#test/campaign/attacks/attack-client.ts";
import type { Attack, AttackOutcome, AttackWorld } from "#test/campaign/attacks/attack-world.ts";
import { isStored, postUpload } from "#test/campaign/attacks/media-uploads.ts";
import { isAccepted, requireCode, requireLimitReached } from "#test/campaign/attacks/refusals.ts";
import { formOf, keyIn, photo } from "#test/clients/upload-client.ts";

const mebibyte = 1024 ** 2;
const perSenderDay = 600 * mebibyte;
const perDay = 20_000 * mebibyte;
const perOrder = 300 * mebibyte;

/** Creates a customer with a paid order and as many upload policies. */
async function makeSender({ client, own, test }: AttackWorld, policies: number, from: number) {
  const { token, caller } = await makeCustomer(test.owner);
  const { customerId } = caller;
  const order = { ...own.outlet, deviceId: own.deviceId, customerId, status: "completed" } as const;
  const orderId = await makeOrder(test.owner, { ...order, amountMinor: 5_000 });
  const askForPolicy = () => client.call(getPolicy.path, {}, { token, from });
  const issued = [];
  for (let index = 0; index < policies; index += 1) issued.push(dataOf(getPolicy, await askForPolicy()));
  return { token, orderId, subject: `customer:${customerId}`, issued, askForPolicy };
}

/** Sets the stored bytes of today and tomorrow, because the attack may run at midnight. */
async function setUsage({ test }: AttackWorld, subject: string, bytes: number): Promise<void> {
  await sql`
    INSERT INTO upload_usage (day, subject, files, bytes)
    SELECT (now() AT TIME ZONE 'UTC')::date + later, ${subject}, 1, ${bytes}::bigint FROM (VALUES (0), (1)) AS days (later)
    ON CONFLICT (day, subject) DO UPDATE SET bytes = excluded.bytes`.execute(test.owner);
}

const dayNow = () => Math.floor(Date.now() / 86_400_000);

const storedBytes = async ({ test }: AttackWorld, subject: string): Promise<number> => {
  const { bytes } = await sql<{ bytes: number }>`
    SELECT coalesce(max(bytes), 0)::float8 AS bytes FROM upload_usage WHERE subject = ${subject}`.firstRow(
    test.owner,
  );
  return bytes;
};

/** Sends files of a sender at once until the quota of a subject, which is nearly used up, is exceeded. */
async function exceedDay(
  world: AttackWorld,
  { subject, limit, from }: { subject: "sender" | "everyone"; limit: number; from: number },
): Promise<AttackOutcome> {
  // A sender may send four files at once.
  const [left, files] = [2, 4];
  const file = { bytes: await photo(64, 48), type: "image/jpeg" };
  const sender = await makeSender(world, 1 + files, from);
  const [first, ...others] = sender.issued.map((policy) => formOf(policy));
  requireCode(await postUpload(world, first ?? [], file, from), "ok");
  const bytesPerFile = await storedBytes(world, sender.subject);
  const counted = subject === "sender" ? sender.subject : subject;
  const before = await storedBytes(world, counted);
  const startDay = dayNow();
  await setUsage(world, counted, limit - left * bytesPerFile);
  try {
    const { accepted: stored } = await attempt(files, async (index) =>
      isStored(await postUpload(world, others[index] ?? [], file, from + 1 + index), "quota"),
    );
    requireLimitReached(stored, left);
    requireCode(await sender.askForPolicy(), "mediaQuota");
    const excess = (await storedBytes(world, counted)) > limit;
    const permitted = left * (1 + dayNow() - startDay);
    return { attempts: files, accepted: Math.max(0, stored - permitted) + Number(excess) };
  } finally {
    // The quota of all senders must not refuse the files of the next attacks.
    await setUsage(world, counted, Math.max(before, 1));
  }
}

/** Attaches files to one order by several feedbacks at once; bytes beyond the order's quota count as accepted. */
async function exceedOrder(world: AttackWorld, from: number): Promise<AttackOutcome> {
  const [permitted, files] = [3, 6];
  const sender = await makeSender(world, files, from);
  const file = { bytes: await photo(64, 48), type: "image/jpeg" };
  for (const policy of sender.issued) requireCode(await postUpload(world, formOf(policy), file, from), "ok");
  const keys = sender.issued.map((policy) => keyIn(policy));
  await sql`
    UPDATE upload SET bytes = ${perOrder / permitted}::bigint WHERE key IN (${sql.join(keys)})`.execute(
    world.test.owner,
  );
  const { accepted: attached } = await attempt(files, async (index) => {
    const fields = { orderId: sender.orderId, problem: "It stopped", media: [keys[index]] };
    const call = { token: sender.token, from: from + index, idempotencyKey: randomUUID() };
    return isAccepted(await world.client.call(feedbackInsert.path, fields, call), "mediaQuota");
  });
  requireLimitReached(attached, permitted);
  const { bytes } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(upload.bytes), 0)::float8 AS bytes
    FROM feedback JOIN upload USING (feedback_id) WHERE feedback.order_id = ${sender.orderId}`.firstRow(
    world.test.owner,
  );
  return { attempts: files, accepted: attached - permitted + Number(bytes > perOrder) };
}

/** Sends files at the limits of a sender's day, of all senders' day, and of an order. */
export const exceedQuotas: Attack = {
  name: "files beyond the quotas of a sender, of all senders, and of an order",
  leaves: ["call.rateLimited"],
  async run(world) {
    const outcomes = [
      await exceedDay(world, { subject: "sender", limit: perSenderDay, from: 3960 }),
      await exceedDay(world, { subject: "everyone", limit: perDay, from: 3970 }),
      await exceedOrder(world, 3980),
    ];
    return {
      attempts: outcomes.reduce((sum, { attempts }) => sum + attempts, 0),
      accepted: outcomes.reduce((sum, { accepted }) => sum + accepted, 0),
    };
  },
};
