import { randomBytes } from "node:crypto";
import { uuidPattern } from "@reposo/contract/fields.ts";

const uuid = new RegExp(uuidPattern);

/** Must be called before external input is cast to `uuid`, since an invalid cast makes the transaction fail. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Crockford's base 32: omits I, L, O, and U, which are easily confused in print or when read aloud. */
export const crockfordAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `length` random symbols of 5 bits each. */
export const randomSymbols = (length: number): string =>
  Array.from(randomBytes(length), (byte) => crockfordAlphabet[byte & 31]).join("");
