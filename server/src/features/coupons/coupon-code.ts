import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O or U, so that a code can be read aloud and off paper. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const symbols = 16;
const ownForm = new RegExp(`^[${alphabet}]{${symbols}}$`);

/** 80 random bits like `7KQ2-M9XD-0V4T-H8BC`: nobody guesses one in the lifetime of a network. */
export function newCouponCode(): string {
  const code = Array.from(randomBytes(symbols), (byte) => alphabet[byte & 31]).join("");
  return (code.match(/.{4}/g) as string[]).join("-");
}

/** Codes are typed off paper: case and spaces do not matter. */
export const normalCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/**
 * What a typed code may be: as it stands, and as one of our own with its hyphens lost or a letter taken for the digit
 * it looks like (https://www.crockford.com/base32.html).
 */
export function readingsOf(typed: string): string[] {
  const plain = normalCode(typed);
  const bare = plain.replaceAll("-", "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const isOurs = ownForm.test(bare);
  const own = isOurs ? (bare.match(/.{4}/g) as string[]).join("-") : plain;
  return own === plain ? [plain] : [plain, own];
}
