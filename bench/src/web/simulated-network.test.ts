import { describe, expect, it } from "vitest";
import { cpuBetween } from "./main-thread.ts";
import { type ObservedRequest, simulateShown } from "./simulated-network.ts";

const request = (url: string, given: Partial<ObservedRequest>): ObservedRequest => ({
  id: url,
  url,
  after: [],
  startMs: 0,
  endMs: 10,
  serverMs: 0,
  bytes: 1,
  ...given,
});
const task = (startMs: number, endMs: number, cpuMs: number) => ({ startMs, endMs, cpuMs });
const document = request("/", {});

describe("the CPU time between two times", () => {
  it("is that of the tasks between them, and a share of the tasks at their edges", () => {
    const tasks = [task(0, 10, 10), task(20, 40, 10), task(50, 60, 4)];
    expect(cpuBetween(tasks, 30, 100)).toBe(5 + 4);
    expect(cpuBetween(tasks, 10, 20)).toBe(0);
    expect(cpuBetween([task(5, 5, 0)], 0, 10)).toBe(0);
  });
});

describe("a simulated visit", () => {
  it("takes two round trips for the document, and four times the CPU time after it, without waiting", () => {
    // The main thread waits from 10 to 90 ms.
    const tasks = [task(90, 100, 5)];
    expect(simulateShown({ requests: [document], shownMs: 100, tasks })).toBeCloseTo(300 + 4 * 5, -1);
  });

  it("starts a call after the CPU time that its document needed, over a second connection", () => {
    const call = request("/api", { after: ["/"], startMs: 30, endMs: 40 });
    const tasks = [task(10, 30, 20), task(40, 50, 10)];
    const visit = { requests: [document, call], shownMs: 50, tasks };
    expect(simulateShown(visit)).toBeCloseTo(300 + 4 * 20 + 150 + 4 * 10, -1);
  });

  it("does not wait for a script that the content does not need, but shares connections and bandwidth with it", () => {
    const script = request("/app.js", { after: ["/"], startMs: 10, endMs: 20, bytes: 200_000 });
    const call = request("/api", { after: ["/"], startMs: 10, endMs: 20, bytes: 2_000 });
    const visit = {
      requests: [document, script, call],
      shownMs: 120,
      tasks: [task(20, 120, 100)],
    };
    const least = { requests: [document, call], shownMs: 30, tasks: [task(20, 30, 10)] };
    const alone = simulateShown({ ...visit, requests: [document, call] }, { least });
    const together = simulateShown(visit, { least });
    // The script uses the document's connection, so the call opens another one.
    expect(together).toBeGreaterThanOrEqual(alone + 150);
    expect(together).toBeLessThan(alone + 200);
    expect(simulateShown(visit)).toBeGreaterThan(together + 4 * 90);
  });

  describe("of a cached page", () => {
    const cached = request("/", { bytes: 0 });
    const call = request("/api/home", { after: ["/"], startMs: 10, endMs: 15, bytes: 500 });
    const visit = { requests: [cached, call], shownMs: 80, tasks: [task(5, 10, 1), task(15, 80, 60)] };
    const delayed = (cpuMs: number) => ({
      requests: [cached, { ...call, endMs: 517 }],
      shownMs: 540,
      answeredMs: 515,
      tasks: [task(5, 100, cpuMs), task(516, 536, 20)],
    });

    it("runs its code while a call is pending, and the rest after the answer", () => {
      expect(simulateShown(visit, { delayed: delayed(40) })).toBeCloseTo(304 + 4 * 20, -1);
      expect(simulateShown(visit)).toBeCloseTo(304 + 4 * 60, -1);
    });

    it("waits for its code if that takes longer than the call", () => {
      expect(simulateShown(visit, { delayed: delayed(100) })).toBeCloseTo(4 * (100 + 20), -1);
    });

    it("is refused if its code was fetched", () => {
      const script = request("/app.js", { after: ["/"] });
      const fetching = { ...delayed(40), requests: [cached, script, call] };
      expect(() => simulateShown(visit, { delayed: fetching })).toThrow(
        "/app.js did not come from the cache",
      );
    });
  });
});
