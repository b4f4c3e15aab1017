import { ProductError } from "#platform/http/product-error.ts";

const retryAfterSeconds = 15;

export interface ExportPlaces {
  /** @returns gives the place back. @throws ProductError tooManyTries where none is free */
  take(accountId: string): () => void;
}

/**
 * An export holds a connection and a snapshot for as long as its client takes to read: a few at a time a manager, and
 * of all managers so few that everybody else's calls never wait for a connection.
 */
export function createExportPlaces(limits: { anAccount: number; inAll: number }): ExportPlaces {
  const taken = new Map<string, number>();
  let inAll = 0;
  return {
    take(accountId) {
      const own = taken.get(accountId) ?? 0;
      if (own >= limits.anAccount || inAll >= limits.inAll)
        throw new ProductError("tooManyTries", { data: { retryAfterSeconds } });
      taken.set(accountId, own + 1);
      inAll += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        inAll -= 1;
        const left = (taken.get(accountId) ?? 1) - 1;
        if (left === 0) taken.delete(accountId);
        else taken.set(accountId, left);
      };
    },
  };
}
