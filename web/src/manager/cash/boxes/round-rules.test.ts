import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import { expect, it } from "vitest";
import { cashBoxOf } from "#test/data/cash-data.ts";
import { readRound } from "./round-rules.ts";

const days = {
  dueIds: new Set<string>(),
  own: "PHP" as const,
  isComplete: true,
  today: "2026-03-02",
  dayOf: (at: string) => at.slice(0, 10),
};

const box = (deviceId: string, areaId: string, cash: number, lastCollectedAt: string | null = null) =>
  cashBoxOf({ deviceId, areaId, areaName: areaId, cash, lastCollectedAt });

it("[CASH-5] goes from outlet to outlet, with the boxes that contain cash before those collected today", () => {
  const { others, empty } = readRound(
    [
      box("A1", "Ayala", 0, "2026-03-02T01:00:00.000Z"),
      box("A2", "Ayala", 3_000, "2026-03-01T01:00:00.000Z"),
      box("A3", "Ayala", 500),
      box("B1", "Baguio", 0, "2026-03-01T01:00:00.000Z"),
      box("C1", "Cubao", 0, "2026-03-02T01:00:00.000Z"),
      // The chair counted fewer coins than were taken out.
      box("C2", "Cubao", -200, "2026-02-01T01:00:00.000Z"),
    ],
    days,
  );
  expect(
    others.map(({ areaName, boxes, left, cash }) => [areaName, boxes.map((one) => one.deviceId), left, cash]),
  ).toEqual([
    ["Ayala", ["A2", "A3", "A1"], 2, 3_500],
    ["Cubao", ["C1"], 0, 0],
  ]);
  expect(empty.map(({ deviceId }) => deviceId)).toEqual(["B1", "C2"]);
});

it("[CASH-5] counts the boxes of an outlet once the server has listed all that contain cash", () => {
  const counted = (boxes: readonly CashBox[], isComplete: boolean) =>
    readRound(boxes, { ...days, isComplete }).others.map(({ areaId, isCounted }) => [areaId, isCounted]);
  const ringgit = { ...box("K1", "KLCC", 9_000), currency: "MYR" } as const;
  const full = [ringgit, box("A1", "Ayala", 500)];
  expect(counted(full, false)).toEqual([
    ["Ayala", false],
    ["KLCC", true],
  ]);
  expect(counted([...full, box("A2", "Ayala", 0)], false)).toContainEqual(["Ayala", true]);
  expect(counted(full, true)).toContainEqual(["Ayala", true]);
});

it("[CASH-5] lists the due boxes first, and outlets with the manager's currency before others", () => {
  const ringgit = (deviceId: string, cash: number) =>
    ({ ...box(deviceId, "KLCC", cash), currency: "MYR" }) as const;
  const boxes = [
    ringgit("K1", 9_000),
    ringgit("K2", 8_000),
    box("A1", "Ayala", 700),
    box("B1", "Baguio", 600),
    box("A2", "Ayala", 500),
    // The alert of a box that was emptied is not resolved yet.
    box("B2", "Baguio", 0, "2026-03-02T01:00:00.000Z"),
  ];
  const { due, others } = readRound(boxes, { ...days, dueIds: new Set(["K1", "A2", "B2"]) });
  const shown = (outlets: typeof due) =>
    outlets.map((outlet) => [outlet.areaId, ...outlet.boxes.map(({ deviceId }) => deviceId), outlet.cash]);
  expect(shown(due)).toEqual([
    ["Ayala", "A2", 500],
    ["KLCC", "K1", 9_000],
  ]);
  expect(shown(others)).toEqual([
    ["Ayala", "A1", 700],
    ["Baguio", "B1", "B2", 600],
    ["KLCC", "K2", 8_000],
  ]);
});
