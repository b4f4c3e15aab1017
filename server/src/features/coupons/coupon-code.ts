import { crockfordAlphabet, randomSymbols } from "#platform/keys/identifiers.ts";

const symbols = 16;
const generatedForm = new RegExp(`^[${crockfordAlphabet}]{${symbols}}$`);

const hyphenate = (code: string): string => (code.match(/.{4}/g) as string[]).join("-");

/** 80 random bits like `7KQ2-M9XD-0V4T-H8BC`, too many to guess. */
export const newCouponCode = (): string => hyphenate(randomSymbols(symbols));

/** Removes spaces and converts to upper case, since codes are typed from paper. */
export const normalizeCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/**
 * The codes that a typed code may stand for: the code as typed, and a generated code whose hyphens are
 * missing or whose digits are replaced by similar letters (https://www.crockford.com/base32.html).
 */
export function candidateCodes(typed: string): string[] {
  const plain = normalizeCode(typed);
  const digits = plain.replaceAll("-", "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const generated = generatedForm.test(digits) ? hyphenate(digits) : plain;
  return generated === plain ? [plain] : [plain, generated];
}
