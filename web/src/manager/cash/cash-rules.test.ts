import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import { expect, it } from "vitest";
import { newCollectionId } from "./collection-id.ts";
import { readTypedCount } from "#shared/i18n/typed-amount.ts";
import { isImplausibleCorrection, isImplausibleCount, sortBoxes } from "./cash-rules.ts";

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
  ];
  const order = (by: Parameters<typeof sortBoxes>[1]) => sortBoxes(boxes, by).map(({ deviceId }) => deviceId);
  expect(order("amount")).toEqual(["B", "C", "A"]);
  expect(order("days")).toEqual(["B", "C", "A"]);
  expect(order("outlet")).toEqual(["A", "B", "C"]);
});

it("[CASH-4] questions a count below half or above twice the expected amount", () => {
  for (const [counted, expected, isImplausible] of [
    [0, 0, false],
    [25_00, 30_00, false],
    [15_00, 30_00, false],
    [14_99, 30_00, true],
    [60_00, 30_00, false],
    [60_01, 30_00, true],
    [2_500_00, 25_00, true],
    [0, 30_00, true],
    [30_00, 0, true],
    [0, -10_00, false],
    [5_00, -10_00, true],
  ] as const)
    expect(isImplausibleCount(counted, expected), `${counted} of ${expected}`).toBe(isImplausible);
});

it("[CASH-4] questions a correction that is implausible compared with the expected and with the recorded amount", () => {
  for (const [counted, recorded, isImplausible] of [
    [28_50, { counted: 25_00, expected: 30_00 }, false],
    [2_850_00, { counted: 25_00, expected: 30_00 }, true],
    [40_00, { counted: 4_00, expected: 40_00 }, false],
    [550_00, { counted: 500_00, expected: 50_000_00 }, false],
    [5_50, { counted: 500_00, expected: 50_000_00 }, true],
  ] as const)
    expect(isImplausibleCorrection(counted, recorded), `${counted} for ${recorded.counted}`).toBe(
      isImplausible,
    );
});
