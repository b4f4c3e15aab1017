import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import { expect, it } from "vitest";
import { newCollectionId } from "./collection-id.ts";
import { readTypedCount } from "#shared/i18n/typed-amount.ts";
import { sortBoxes } from "./cash-rules.ts";

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

it("[CASH-5] sorts boxes by amount within their currency, and by days since the last collection, with never collected boxes first", () => {
  const box = (deviceId: string, cash: number, lastCollectedAt: string | null, currency = "PHP") =>
    ({
      deviceId,
      areaId: "a",
      areaName: "A",
      currency,
      cash,
      lastCollectedAt,
      lastCollectedBy: null,
    }) as CashBox;
  const boxes = [
    box("A", 5, "2026-11-20T00:00:00.000Z"),
    box("B", 9, null, "MYR"),
    box("C", 7, "2026-11-01T00:00:00.000Z"),
    box("D", 900, null, "PHP"),
  ];
  const order = (by: Parameters<typeof sortBoxes>[1]) => sortBoxes(boxes, by).map(({ deviceId }) => deviceId);
  expect(order("amount")).toEqual(["B", "D", "C", "A"]);
  expect(order("days")).toEqual(["B", "D", "C", "A"]);
  expect(order("outlet")).toEqual(["A", "B", "C", "D"]);
});
