import { randomInt } from "node:crypto";

// No 0/O, 1/l/I: it is read off a screen once and typed on a phone.
const signs = "abcdefghjkmnpqrstuvwxyz23456789";

/** Twenty random signs, 99 bits, in groups that can be read aloud. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
