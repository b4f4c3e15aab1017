import { createHash, randomBytes } from "node:crypto";
import type { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { hasStartedOrder } from "#features/orders/index.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { quotaError, requireQuota } from "./enforce-quota.ts";
import { dirOf, maxFilesPerFeedback, policyMilliseconds } from "./upload-form-rules.ts";
import { signedPolicy } from "./post-policy.ts";
import type { UploadsDependencies } from "#features/uploads/uploads-dependencies.ts";
import { countUnused, insertUpload, type Owner, selectUploadState } from "#features/uploads/uploads-store.ts";

export type Sender = CustomerCaller | ManagerCaller;

export const ownerOf = (sender: Sender): Owner =>
  sender.kind === "customer" ? { customerId: sender.customerId } : { accountId: sender.accountId };

/**
 * Maximum bytes of all unused files of one IP address, which the customers of a mall may share. A file is unused until
 * it is attached to feedback or to a collection; unused files are deleted after a day.
 */
const maxUnusedBytesPerAddress = 8 * 1024 ** 3;

/**
 * Records a new folder, or finds that of the interrupted upload under the key `resume`, and creates a signed policy for
 * uploading one file into it within `policyMilliseconds`.
 * @throws ProductError mediaNeedsPaidOrder, if a customer has no order that was paid or started with a coupon;
 *   mediaQuota, if a quota is used up, or if the owner or the IP address has too many unused files
 */
export const issuePolicy =
  (deps: UploadsDependencies) =>
  async (
    sender: Sender,
    { dir: prefix, address, resume }: { dir: string; address: string; resume?: string | undefined },
  ): Promise<ReplyOf<typeof getPolicy>> => {
    const { database, clock, host, bucket, callback } = deps;
    const now = clock.now();
    const owner = ownerOf(sender);
    if (sender.kind === "customer" && !(await hasStartedOrder(database, sender.customerId, clock.now())))
      throw new ProductError("mediaNeedsPaidOrder");
    await requireQuota(database, { owner, now, quotas: deps.quotas });
    const addressHash = createHash("sha256").update(address).digest();
    const unused = await countUnused(database, owner, addressHash, now);
    // Allows twice the files of a feedback, because customers remove and retry some files.
    if (
      unused.files >= 2 * maxFilesPerFeedback ||
      unused.openPolicies >= 2 * maxFilesPerFeedback ||
      unused.bytesOfAddress >= maxUnusedBytesPerAddress
    )
      throw quotaError("unused");

    const day = now.toISOString().slice(0, 10).replaceAll("-", "");
    const expiresAt = new Date(now.getTime() + policyMilliseconds);
    const resumed = resume === undefined ? null : await findInterrupted(deps, owner, resume);
    const dir = resumed?.dir ?? `${prefix}/${day}/${randomBytes(16).toString("base64url")}`;
    if (resumed === null) await insertUpload(database, { dir, owner, addressHash, issuedAt: now, expiresAt });
    const key = await deps.storeKeys.current();
    const { policy, signature } = signedPolicy({ bucket, dir, expiresAt }, key.secret);
    return {
      dir,
      policy,
      accessid: key.accessKeyId,
      signature,
      callback,
      host,
      expiresAt: expiresAt.toISOString(),
      receivedBytes: resumed?.bytes ?? 0,
    };
  };

/** Returns the kept part of the owner's upload under a key; null if there is none, or if the file is stored. */
async function findInterrupted(
  { database, clock, interrupted }: UploadsDependencies,
  owner: Owner,
  key: string,
): Promise<{ dir: string; bytes: number } | null> {
  const dir = dirOf(key);
  const stateOf = (folder: string) => selectUploadState(database, folder, clock.now(), owner);
  if (dir === null || (await stateOf(dir)) === null) return null;
  await interrupted.interrupt(dir);
  const state = await stateOf(dir);
  const part = state === null || state.key !== null || state.held ? null : await interrupted.find(dir);
  return part && { dir, bytes: part.bytes };
}
