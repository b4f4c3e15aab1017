import { expect, it } from "vitest";
import { isSuitablePassword } from "@reposo/contract/sessions/password-rules.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { isGuessable } from "./password-strength.ts";

it.each([
  ["full-width letters", "ａｎｏｔｈｅｒ－ｈｏｒｓｅ－２"],
  ["a zero-width space", "another-horse\u200B-2"],
])("[LOGIN-1] accepts a password that is typed with %s", async (_, typed) => {
  const stored = await hashPassword("another-horse-2");
  expect(await verifyPassword(typed, stored)).toBe(true);
  expect(await verifyPassword("another-horse-2", await hashPassword(typed))).toBe(true);
  expect(await verifyPassword("another-horse", stored)).toBe(false);
});

it("[LOGIN-6] refuses a new password that is short or guessable once it is normalised", async () => {
  expect(isSuitablePassword("\u200B".repeat(12))).toBe(false);
  expect(await isGuessable("ｐａｓｓｗｏｒｄ１２３", [])).toBe(true);
});
