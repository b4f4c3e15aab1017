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

it("[LOGIN-1] still accepts a password whose stored hash is of its full-width letters", async () => {
  const stored =
    "$argon2id$v=19$m=19456,t=2,p=1$BR92a4GXcKJfjJrQRPJRQA$Db3741e0OjQibWCQa5P+XF1sEwqbpBWAdA7J5yvWGsA";
  expect(await verifyPassword("ｏｌｄ－ｈｏｒｓｅ－２", stored)).toBe(true);
  expect(await verifyPassword("old-horse-2", stored)).toBe(false);
});

it("[LOGIN-6] refuses a new password that is short or guessable once it is normalised", async () => {
  expect(isSuitablePassword("\u200B".repeat(12))).toBe(false);
  expect(await isGuessable("ｐａｓｓｗｏｒｄ１２３", [])).toBe(true);
});
