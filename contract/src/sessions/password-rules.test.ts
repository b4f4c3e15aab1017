import { expect, it } from "vitest";
import { isSuitablePassword } from "./password-rules.ts";

it.each([
  ["1234567", false],
  ["12345678", true],
  ["密".repeat(8), true],
  ["a".repeat(128), true],
  ["a".repeat(129), false],
  // Escaped in JSON, so it takes twice the bytes.
  ['"'.repeat(64), true],
  ['"'.repeat(65), false],
  ["\ud800".repeat(8), true],
])(
  "[LOGIN-5] validates that the password %j is long enough and fits into one RSA ciphertext",
  (password, suitable) => {
    expect(isSuitablePassword(password)).toBe(suitable);
  },
);
