import { describe, expect, it } from "vitest";
import { withNumbers } from "./inline-result-codes.ts";

describe("result codes in the web's bundle", () => {
  it("[NET-2] become the numbers that they are, and nothing else changes", () => {
    expect(withNumbers("if (code === resultCodes.orderNotFound) end(resultCodes.okLegacy);")).toBe(
      "if (code === 20301) end(1);",
    );
    for (const other of [
      "typeof resultCodes",
      "resultCodes.notThere",
      "myresultCodes.ok",
      "resultCodes[name]",
    ])
      expect(withNumbers(other)).toBe(other);
  });
});
