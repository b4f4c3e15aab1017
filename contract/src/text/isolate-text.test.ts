import { expect, it } from "vitest";
import { isolateText } from "./isolate-text.ts";

it.each(["مركز الراحة", "Mall \u202Egnp", "מרכז 2", "\u200FMall", "𐤀"])("[I18N-1] isolates %j", (text) => {
  expect(isolateText(text)).toBe(`\u2068${text}\u2069`);
});

it.each(["SM Megamall", "商场 B1－2楼", "O'Neil & Sons (2)", "₱50.00", "", "café 🙂"])(
  "returns %j unchanged",
  (text) => {
    expect(isolateText(text)).toBe(text);
  },
);
