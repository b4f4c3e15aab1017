import { expect, it } from "vitest";
import { compareByCost, estimateCostMinor } from "./alert-cost-rules.ts";

const since = new Date("2026-11-20T04:00:00.000Z");
const minutesLater = (minutes: number) => new Date(since.getTime() + minutes * 60_000);
const usual = new Map([
  [
    "MC100001",
    { amountsMinor: Array.from({ length: 168 }, () => 50_05), starts: [], hours: 8, zone: "Asia/Manila" },
  ],
]);
const offline = { kind: "chairOffline", deviceIds: ["MC100001"], since, amountMinor: null } as const;

it("[ALERT-2] rounds an estimated cost to two significant digits, but never an amount of coins", () => {
  for (const [minutes, cost] of [
    [0, 0],
    [1, 1_00],
    [37, 31_00],
    [38, 32_00],
    [600, 500_00],
    [601, 500_00],
  ] as const)
    expect(estimateCostMinor(offline, usual, minutesLater(minutes)), `${minutes} min`).toBe(cost);
  const amountMinor = 1_234_56;
  const low = { ...offline, kind: "incomeLow", amountMinor } as const;
  expect(estimateCostMinor(low, usual, since)).toBe(1_200_00);
  expect(estimateCostMinor({ ...low, kind: "coinsDiffer" }, usual, since)).toBe(amountMinor);
});

it("[ALERT-2] lists alerts by cost within each currency, and those without a cost last", () => {
  const alerts = [
    { alertId: "a", currency: "PHP", estimatedCost: 0, since: "2026-11-20T01:00:00.000Z" },
    { alertId: "b", currency: "IDR", estimatedCost: 900_00, since: "2026-11-20T02:00:00.000Z" },
    { alertId: "c", currency: "PHP", estimatedCost: 20_00, since: "2026-11-20T03:00:00.000Z" },
    { alertId: "d", currency: "PHP", estimatedCost: 50_00, since: "2026-11-20T04:00:00.000Z" },
    { alertId: "e", currency: "IDR", estimatedCost: 0, since: "2026-11-20T00:00:00.000Z" },
    { alertId: "f", currency: "IDR", estimatedCost: 40_00, since: "2026-11-20T05:00:00.000Z" },
  ] as const;
  expect(alerts.toSorted(compareByCost).map(({ alertId }) => alertId)).toEqual([
    "b",
    "f",
    "d",
    "c",
    "e",
    "a",
  ]);
});
