import { createUploadKeys } from "#features/uploads/policy/upload-keys.ts";
import { signedPolicy } from "#features/uploads/policy/post-policy.ts";
import { ownBucket } from "#features/uploads/policy/upload-form-rules.ts";
import { silentLog } from "#platform/logging/log.ts";
import { sql } from "#platform/postgres/sql.ts";
import { systemClock } from "#platform/time/clock.ts";
import { attempt } from "#test/campaign/attacks/attack-client.ts";
import type { Attack, AttackWorld } from "#test/campaign/attacks/attack-world.ts";
import { isStored, policyOf, postUpload } from "#test/campaign/attacks/media-uploads.ts";
import { requireCode } from "#test/campaign/attacks/refusals.ts";
import { formOf, keyIn, photo, type Policy } from "#test/clients/upload-client.ts";

/** Returns a function that signs a policy for the same folder with the server's own key and another time of expiry. */
async function policySigner({ test, keyCipher }: AttackWorld) {
  const { database } = test;
  const keys = createUploadKeys({ database, clock: systemClock, log: silentLog, cipher: await keyCipher() });
  const key = await keys.current();
  return (policy: Policy, expiresAt: Date): Policy => ({
    ...policy,
    accessid: key.accessKeyId,
    ...signedPolicy({ bucket: ownBucket, dir: policy.dir, expiresAt }, key.secret),
  });
}

/**
 * Uploads with policies that are used up, under the same and another key, with policies that have expired, and several
 * times with one policy at the same time; each further file counts as accepted.
 */
export const reusePolicies: Attack = {
  name: "used and expired upload policies",
  async run(world, count) {
    const file = { bytes: await photo(64, 48), type: "image/jpeg" };
    const send = (policy: Policy, from: number, key?: string) =>
      postUpload(world, formOf(policy, key), file, from);
    const signed = await policySigner(world);
    const [used, unused] = [await policyOf(world, 1960), await policyOf(world, 1961)];
    requireCode(await send(used, 1960), "ok");
    const expired = signed(unused, new Date(Date.now() - 1));
    const forms = [
      [used, keyIn(used)],
      [used, keyIn(used, "another.jpg")],
      [expired, keyIn(unused)],
      // The time of expiry is not part of the used policy's folder, so a policy with another time must not help.
      [signed(used, new Date(Date.now() + 600_000)), keyIn(used)],
    ] as const;
    const later = await attempt(Math.min(Math.max(count, forms.length), 200), async (index) => {
      const [policy, key] = forms[index % forms.length] as (typeof forms)[number];
      return isStored(await send(policy, 1962 + (index % 30), key), "policy");
    });
    // A policy of the same signer that has not expired is accepted for the same folder, but only once.
    const valid = signed(unused, new Date(Date.now() + 600_000));
    const atOnce = 4;
    const { accepted: stored } = await attempt(
      atOnce,
      async (index) => isStored(await send(valid, 1992 + index), "policy"),
      atOnce,
    );
    if (stored === 0 && later.accepted === 0) throw new Error("a valid policy stored no file");
    const { key } = await sql<{ key: string }>`SELECT key FROM upload WHERE dir = ${used.dir}`.firstRow(
      world.test.owner,
    );
    return {
      attempts: later.attempts + atOnce - 1,
      accepted: later.accepted + Math.max(0, stored - 1) + Number(key !== keyIn(used)),
    };
  },
};
