import { ProductError } from "#platform/http/product-error.ts";

const retryAfterSeconds = 15;

/**
 * Limits concurrent exports per account and in total. An export occupies a database connection while the client
 * reads the file, so unlimited exports would block other calls.
 */
export function createExportSlots(limits: { perAccount: number; total: number }) {
  const held = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Counts an export of the account until the returned function is called.
     * @throws ProductError tooManyTries if a limit is reached
     */
    acquire(accountId: string) {
      const own = held.get(accountId) ?? 0;
      if (own >= limits.perAccount || total >= limits.total)
        throw new ProductError("tooManyTries", { data: { retryAfterSeconds } });
      held.set(accountId, own + 1);
      total += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        total -= 1;
        const left = (held.get(accountId) ?? 1) - 1;
        if (left === 0) held.delete(accountId);
        else held.set(accountId, left);
      };
    },
  };
}

export type ExportSlots = ReturnType<typeof createExportSlots>;
