import { expect, it } from "vitest";
import { newCollectionId } from "./collection-id.ts";
import { readTypedCount } from "#shared/i18n/typed-amount.ts";

it("[CASH-4] parses a typed count, accepts 0 for an empty box, and rejects negative amounts", () => {
  expect(readTypedCount("0", "PHP", "en_US")).toBe(0);
  expect(readTypedCount(" 1,234.5 ", "PHP", "en_US")).toBe(123_450);
  expect(readTypedCount("1.234,5", "IDR", "id_ID")).toBeNull();
  expect(readTypedCount("25.000", "IDR", "id_ID")).toBe(2_500_000);
  for (const text of ["", "-1", "1e3", "12.345", "1,2,3"])
    expect(readTypedCount(text, "PHP", "en_US")).toBeNull();
});

it("[CASH-4] creates collection IDs that the contract accepts", () => {
  const ids = Array.from({ length: 50 }, newCollectionId);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
