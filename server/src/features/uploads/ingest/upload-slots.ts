import { ProductError } from "#platform/http/product-error.ts";

/** Limits of the files that are received and processed at the same time. */
export interface SlotLimits {
  readonly total: number;
  /** An address may belong to all customers of a mall. */
  readonly perAddress: number;
  readonly perSender: number;
}

const retryAfterSeconds = 5;

export const slotLimits: SlotLimits = { total: 64, perAddress: 16, perSender: 4 };

/** Returns a function that takes a slot for a file, and returns the function that releases it. */
export function createUploadSlots({ total, perAddress, perSender }: SlotLimits) {
  const taken = new Map<string, number>();
  const change = (subject: string, by: number) => {
    const count = (taken.get(subject) ?? 0) + by;
    if (count === 0) taken.delete(subject);
    else taken.set(subject, count);
  };

  /** @throws ProductError rateLimited, if a limit is reached */
  return ({ address, sender }: { address: string; sender: string }): (() => void) => {
    const limits = [
      ["all", total],
      [`address ${address}`, perAddress],
      [`sender ${sender}`, perSender],
    ] as const;
    if (limits.some(([subject, limit]) => (taken.get(subject) ?? 0) >= limit))
      throw new ProductError("rateLimited", { data: { retryAfterSeconds } });
    for (const [subject] of limits) change(subject, 1);
    return () => {
      for (const [subject] of limits) change(subject, -1);
    };
  };
}
