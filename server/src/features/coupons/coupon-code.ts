import { crockfordAlphabet, randomSymbols } from "#platform/keys/identifiers.ts";

const symbols = 16;
const generatedForm = new RegExp(`^[${crockfordAlphabet}]{${symbols}}$`);

const hyphenate = (code: string): string => (code.match(/.{4}/g) as string[]).join("-");

/** 80 random bits like `7KQ2-M9XD-0V4T-H8BC`, too many to guess. */
export const newCouponCode = (): string => hyphenate(randomSymbols(symbols));

/** Removes spaces and converts to upper case, since codes are typed from paper. */
export const normalizeCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/**
 * The codes that a typed one may stand for: as typed, and as a generated code with missing hyphens or letters in place
 * of similar digits (https://www.crockford.com/base32.html).
 */
export function candidateCodes(typed: string): string[] {
  const plain = normalizeCode(typed);
  const digits = plain.replaceAll("-", "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const generated = generatedForm.test(digits) ? hyphenate(digits) : plain;
  return generated === plain ? [plain] : [plain, generated];
}
