import { createHash, randomBytes } from "node:crypto";
import type { getPolicy } from "@reposo/contract/uploads.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { requireRoom } from "./enforce-quota.ts";
import { mostFilesOfOne, policyMilliseconds } from "./upload-form-rules.ts";
import { signedPolicy } from "./post-policy.ts";
import { hasPaidOrder } from "./upload-usage-store.ts";
import type { UploadsParts } from "#features/uploads/uploads-parts.ts";
import { countUnused, insertUpload, type Owner } from "#features/uploads/uploads-store.ts";

export type Sender = CustomerCaller | ManagerCaller;

export const ownerOf = (sender: Sender): Owner =>
  sender.kind === "customer" ? { customerId: sender.customerId } : { accountId: sender.accountId };

/** A mall may share an address; what its people sent and did not use goes within a day. */
const mostUnusedBytesOfAddress = 8 * 1024 ** 3;

/** The right to store one file under a folder of its own, for five minutes. */
export const issuePolicy =
  (parts: UploadsParts) =>
  async (
    sender: Sender,
    { dir: prefix, address }: { dir: string; address: string },
  ): Promise<ReplyOf<typeof getPolicy>> => {
    const { database, clock, host, bucket, callback } = parts;
    const now = clock.now();
    const owner = ownerOf(sender);
    if (sender.kind === "customer" && !(await hasPaidOrder(database, sender.customerId, clock.now())))
      throw new ProductError("mediaNeedsPaidOrder");
    await requireRoom(database, { owner, now, quotas: parts.quotas });
    const addressHash = createHash("sha256").update(address).digest();
    const unused = await countUnused(database, owner, addressHash, now);
    // Twice a feedback's files: some are taken back, some are tried again.
    if (
      unused.files >= 2 * mostFilesOfOne ||
      unused.openPolicies >= 2 * mostFilesOfOne ||
      unused.bytesOfAddress >= mostUnusedBytesOfAddress
    )
      throw new ProductError("uploadRefused", { data: { reason: "tooMany" } });

    const day = now.toISOString().slice(0, 10).replaceAll("-", "");
    const dir = `${prefix}/${day}/${randomBytes(16).toString("base64url")}`;
    const expiresAt = new Date(now.getTime() + policyMilliseconds);
    await insertUpload(database, { dir, owner, addressHash, issuedAt: now, expiresAt });
    const key = await parts.storeKeys.current();
    const { policy, signature } = signedPolicy({ bucket, dir, expiresAt }, key.secret);
    return {
      dir,
      policy,
      accessid: key.accessKeyId,
      signature,
      callback,
      host,
      expiresAt: expiresAt.toISOString(),
    };
  };
