import { randomSymbols } from "#platform/keys/identifiers.ts";

/** Like `261121-7KQ2-M9XD`: the UTC day and 40 random bits; a unique index in the database excludes duplicates. */
export function newOrderNumber(at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll("-", "");
  return `${day}-${randomSymbols(4)}-${randomSymbols(4)}`;
}
