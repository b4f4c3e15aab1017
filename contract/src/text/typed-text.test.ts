import { describe, expect, it } from "vitest";
import {
  normaliseCode,
  normaliseDeviceId,
  normaliseName,
  normalisePassword,
  normaliseSearch,
  normaliseText,
} from "./typed-text.ts";

it.each([
  ["DEMO–FREE–1", "DEMO-FREE-1"],
  ["DEMO‑FREE‑1", "DEMO-FREE-1"],
  ["DEMO−FREE−1", "DEMO-FREE-1"],
  ["ＤＥＭＯ－ＦＲＥＥ－１", "DEMO-FREE-1"],
  ["DEMO-FREE-1\u200B", "DEMO-FREE-1"],
  ["\uFEFFdemo - free -\u00A01\u3000", "DEMO-FREE-1"],
  ["de\u00ADmo\u2060-fr\u200Dee-1", "DEMO-FREE-1"],
])("[START-3] reads the coupon code %j as %s", (typed, code) => {
  expect(normaliseCode(typed)).toBe(code);
});

it.each(["MC100010", " mc100010\n", "MC 100 010", "ＭＣ１０００１０", "MC‑100010", "\u200BMC100010\u202C"])(
  "[QS-1] reads %j as the device ID MC100010",
  (typed) => {
    expect(normaliseDeviceId(typed)).toBe("MC100010");
  },
);

describe("a text or name", () => {
  it.each([
    ["Cafe\u0301 Nu\u0301n\u0303ez", "Café Núñez"],
    [" Glori\u200Betta\uFEFF ", "Glorietta"],
    ["Mall \u202Egnp.exe", "Mall gnp.exe"],
    ["商场 Ｂ１－2楼", "商场 Ｂ１－2楼"],
    ["It – really – stopped…", "It – really – stopped…"],
    ["👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["می‌خواهم", "می‌خواهم"],
    ["two\r\nlines", "two\nlines"],
  ])("[FB-1] keeps of %j what it shows", (typed, text) => {
    expect(normaliseText(typed)).toBe(text);
  });

  it.each(["", " \n", "\u200B\u200B", "\u3164", "\u2800 \u2800", "\uFE0F", "\u202E\u200F", "\u00AD\u0007"])(
    "[FB-1] is empty if it shows nothing: %j",
    (typed) => {
      expect(normaliseText(typed)).toBe("");
    },
  );

  it("[FB-1] has single spaces if it is a name", () => {
    expect(normaliseName(" SM\u00A0 Megamall\u3000A ")).toBe("SM Megamall A");
  });
});

it.each([
  ["ＳＭ　Megamall", "sm megamall"],
  ["B1–2", "b1-2"],
])("[DEV-1] compares %j as %j in a search", (typed, text) => {
  expect(normaliseSearch(typed)).toBe(text);
});

it.each([
  ["ｐａｓｓ　ｗｏｒｄ", "pass word"],
  [" spaces are kept ", " spaces are kept "],
  ["pass\u200Bword", "password"],
  ["Cafe\u0301–1", "Café–1"],
])("[LOGIN-1] reads the password %j as %j", (typed, password) => {
  expect(normalisePassword(typed)).toBe(password);
});
