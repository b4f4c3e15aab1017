import type { MediaQuotas } from "#platform/config/config-media.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { chargeUsage, dayOf, usageOf, usageOfOrder } from "./upload-usage-store.ts";
import { UploadRefused } from "#features/uploads/upload-refused.ts";
import { type Owner, ownerName, useMedia } from "#features/uploads/uploads-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const everyone = "everyone";

/** Creates the error for a limit that is reached: a quota, or the limit of unused files (`unused`). */
export const quotaError = (limit: keyof MediaQuotas | "unused"): ProductError =>
  new ProductError("mediaQuota", { data: { limit } });

/** @throws ProductError mediaQuota, if the owner's quota or the quota of all senders for today is used up */
export async function requireQuota(
  db: Querier,
  { owner, now, quotas }: { owner: Owner; now: Date; quotas: MediaQuotas },
): Promise<void> {
  const subjects = [
    ["sender", ownerName(owner)],
    ["day", everyone],
  ] as const;
  for (const [limit, subject] of subjects) {
    const { files, bytes } = await usageOf(db, dayOf(now), subject);
    if (files >= quotas[limit].files || bytes >= quotas[limit].bytes) throw quotaError(limit);
  }
}

/**
 * Charges a file to the quotas of its owner and of all senders. Each charge is one conditional statement, so concurrent
 * uploads cannot exceed a quota.
 * @throws UploadRefused quota, if the file would exceed either quota; the caller must then roll back the transaction,
 *   which may contain the first charge
 */
export async function chargeUpload(
  uow: UnitOfWork,
  { owner, now, bytes, quotas }: { owner: Owner; now: Date; bytes: number; quotas: MediaQuotas },
): Promise<void> {
  const day = dayOf(now);
  const isCharged =
    (await chargeUsage(uow, { day, subject: ownerName(owner), bytes }, quotas.sender)) &&
    (await chargeUsage(uow, { day, subject: everyone, bytes }, quotas.day));
  if (!isCharged) throw new UploadRefused("quota");
}

/**
 * Attaches stored files to a feedback. The caller must have inserted the feedback in the same transaction. This insert
 * blocks concurrent feedback on the order, so the order's usage cannot change before the commit.
 * @throws ProductError uploadRefused, if a file is not stored, belongs to another owner, or is already used;
 *   mediaQuota, if the quota of the order is exceeded
 */
export async function attachMedia(
  uow: UnitOfWork,
  attaching: { owner: Owner; keys: readonly string[]; feedbackId: string; orderId: string },
  quotas: MediaQuotas,
): Promise<void> {
  const { keys, orderId } = attaching;
  if (keys.length === 0) return;
  if ((await useMedia(uow, attaching)) !== keys.length) throw new ProductError("uploadRefused");
  const { files, bytes } = await usageOfOrder(uow, orderId);
  if (files > quotas.order.files || bytes > quotas.order.bytes) throw quotaError("order");
}
