import { expect, it } from "vitest";
import { createChairTimes } from "./send-command.ts";

const minuteMs = 60_000;
const start = Date.parse("2026-11-24T08:00:00Z");

function openTimes() {
  let uptimeMs = 5_000;
  let wrongByMs = 0;
  const now = () => new Date(start + uptimeMs + wrongByMs);
  const times = createChairTimes(() => uptimeMs);
  return {
    record: (deviceId: string) => times.record(deviceId, now()),
    hasRecentTime: (deviceId: string) => times.hasRecentTime(deviceId, now()),
    pass: (ms: number) => {
      uptimeMs += ms;
    },
    setClock: (ms: number) => {
      wrongByMs = ms;
    },
  };
}

it("[START-5] treats a chair's clock as correct for ten minutes after a command of this process", () => {
  const { record, hasRecentTime, pass } = openTimes();
  expect(hasRecentTime("A")).toBe(false);
  record("A");
  expect([hasRecentTime("A"), hasRecentTime("B")]).toEqual([true, false]);
  pass(10 * minuteMs);
  expect(hasRecentTime("A")).toBe(true);
  pass(1);
  expect(hasRecentTime("A")).toBe(false);
  record("A");
  expect(hasRecentTime("A")).toBe(true);
});

it("[START-5] does not treat a chair's clock as correct after the server's clock was set", () => {
  for (const aheadMs of [minuteMs, 60 * minuteMs, -minuteMs]) {
    for (const passed of [0, 2 * minuteMs, 9 * minuteMs]) {
      const { record, hasRecentTime, pass, setClock } = openTimes();
      setClock(aheadMs);
      record("A");
      pass(1_000);
      expect(hasRecentTime("A")).toBe(true);
      setClock(0);
      pass(passed);
      expect(hasRecentTime("A"), `${aheadMs} ms ahead, ${passed} ms later`).toBe(false);
      record("A");
      expect(hasRecentTime("A")).toBe(true);
    }
  }
});
