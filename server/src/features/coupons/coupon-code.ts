import { crockfordAlphabet, randomSymbols } from "#platform/keys/identifiers.ts";

const symbols = 16;
const generatedForm = new RegExp(`^[${crockfordAlphabet}]{${symbols}}$`);

const hyphenate = (code: string): string => (code.match(/.{4}/g) as string[]).join("-");

/** Returns a code of 80 random bits, such as `7KQ2-M9XD-0V4T-H8BC`, which cannot be guessed. */
export const newCouponCode = (): string => hyphenate(randomSymbols(symbols));

/**
 * Returns the codes that a customer may have meant by a normalised code: this code and, if it has the form of a
 * generated code, also the code with hyphens in which letters are replaced by the digits that they resemble
 * (https://www.crockford.com/base32.html).
 */
export function candidateCodes(plain: string): string[] {
  const digits = plain.replaceAll("-", "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const generated = generatedForm.test(digits) ? hyphenate(digits) : plain;
  return generated === plain ? [plain] : [plain, generated];
}
