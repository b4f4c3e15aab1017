import type { FeedbackGift } from "@reposo/contract/orders/gift-coupons.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { expect, it } from "vitest";
import { answering as english } from "#locales/en_US/manager.ts";
import { answering as indonesian } from "#locales/id_ID/manager.ts";
import { answering as simplified } from "#locales/zh_CN/manager.ts";
import { answering as traditional } from "#locales/zh_TW/manager.ts";
import { giftText, limitText, worthText } from "./gift-text.ts";

const texts = { en_US: english, zh_CN: simplified, zh_TW: traditional, id_ID: indonesian };
const gift: FeedbackGift = { amount: 5_000, currency: "PHP", state: "given", limit: null, decision: null };

it.each(languages)("[FB-4] names each exceeded limit with its value, in %s", (language) => {
  const named = (["day", "month", "orderAge", "value", "ownFeedback"] as const).map((limit, index) =>
    limitText({ ...gift, limit, most: index < 3 ? 31 : null }, texts[language]),
  );
  expect(new Set(named).size).toBe(5);
  for (const text of named.slice(0, 3)) expect(text).toContain("31");
  for (const text of named) expect(text).not.toMatch(/[{}]/);
  expect(limitText({ ...gift, limit: null, most: null }, texts[language])).toBeNull();
});

it.each(languages)("[FB-4] states the value of a coupon and the state of its request, in %s", (language) => {
  expect(worthText(gift, texts[language], language)).toContain("50");
  expect(worthText({ ...gift, amount: null }, texts[language], language)).toBe(texts[language].freeMassage);
  const stated = (["requested", "approved", "refused"] as const).map((state) =>
    giftText({ ...gift, state }, texts[language], language),
  );
  expect(new Set(stated).size).toBe(3);
  for (const text of stated) expect(text).toContain("50");
  expect(giftText(gift, texts[language], language)).toBeNull();
});
