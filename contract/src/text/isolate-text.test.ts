import { expect, it } from "vitest";
import { isolateText } from "./isolate-text.ts";

it.each(["مركز الراحة", "מרכז 2", "\u200FMall", "𐤀"])("[I18N-1] isolates %j", (text) => {
  expect(isolateText(text)).toBe(`\u2068${text}\u2069`);
});

it.each([
  ["Mall\u2069 \u202Egnp", "Mall gnp"],
  ["\u2067\u2066Mall", "Mall"],
  ["\u202Amall\u202C \u202B\u202D2", "mall 2"],
  ["\u2069مركز\u2068", "\u2068مركز\u2069"],
  ["\u2068a\u2069\u2069", "\u2068\u2068a\u2069\u2069"],
])("[I18N-1] removes control characters from %j that would affect the sentence", (text, isolated) => {
  expect(isolateText(text)).toBe(isolated);
});

it("[I18N-1] preserves the isolated parts of a list, also if it is isolated repeatedly", () => {
  const list = ["مركز", "Mall\u2069", "מרכז"].map(isolateText).join(", ");
  const isolated = "\u2068\u2068مركز\u2069, Mall, \u2068מרכז\u2069\u2069";
  expect(isolateText(list)).toBe(isolated);
  expect(isolateText(isolated)).toBe(isolated);
});

it.each(["SM Megamall", "商场 B1－2楼", "O'Neil & Sons (2)", "₱50.00", "", "café 🙂"])(
  "returns %j unchanged",
  (text) => {
    expect(isolateText(text)).toBe(text);
  },
);
