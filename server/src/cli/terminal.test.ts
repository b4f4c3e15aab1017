import { expect, it } from "vitest";
import { escapeControls } from "./terminal.ts";

it("[WHO-3] escapes characters of a user's text that would move the cursor or reorder the line", () => {
  expect(escapeControls("order A1\t\u2067\u202etxt\u2069\n\u001b[2K\u009b1A\r\u0000")).toBe(
    "order A1\t\\u2067\\u202etxt\\u2069\n\\u001b[2K\\u009b1A\\u000d\\u0000",
  );
  expect(escapeControls("Glorietta 廣場 ₱12.50 é 👍🏽")).toBe("Glorietta 廣場 ₱12.50 é 👍🏽");
});
