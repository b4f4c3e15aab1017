import { ProductError } from "#platform/http/product-error.ts";
import { countAttempt } from "#platform/postgres/attempt-window.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Clock } from "#platform/time/clock.ts";

/** @throws ProductError tooManyTries beyond `limit` attempts of the subject in this minute */
export async function limitAttempts(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  subject: string,
  limit: number,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await countAttempt(database, clock, subject, limit);
  if (!allowed) throw new ProductError("tooManyTries", { data: { retryAfterSeconds } });
}
