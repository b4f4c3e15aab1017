import { randomBytes } from "node:crypto";

// Crockford's base 32: no I, L, O, U, so that a number survives being read aloud or off a receipt.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Like `261121-7KQ2-M9XD`: the UTC day and 40 random bits; the database's unique index has the last word. */
export function newOrderNumber(at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll("-", "");
  const random = Array.from(randomBytes(8), (byte) => alphabet[byte & 31]).join("");
  return `${day}-${random.slice(0, 4)}-${random.slice(4)}`;
}
