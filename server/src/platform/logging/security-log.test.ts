import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { manualClock } from "#platform/time/clock.ts";
import { createLog } from "./log.ts";
import { createSecurityLog, linesPerMinute } from "./security-log.ts";

function openSecurityLog() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    "info",
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse((chunk as Buffer).toString()) as Record<string, unknown>);
        done();
      },
    }),
  );
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const counted: string[] = [];
  const security = createSecurityLog({ log, clock, count: (event) => counted.push(event) });
  return { lines, clock, counted, security };
}

describe("the security log", () => {
  it("[LOG-1] writes at most 60 lines per minute and kind, 10 of them per address, counts all events, and later logs the number of omitted events", () => {
    const { lines, clock, counted, security } = openSecurityLog();
    for (let attempt = 0; attempt < 10_000; attempt += 1)
      security.record("login.failed", { address: `198.51.100.${attempt % 7}`, account: null });
    security.record("webhook.forged", { provider: "stripe" });
    expect(linesPerMinute).toBe(60);
    expect(lines.map((line) => line.security)).toEqual([
      ...Array<string>(60).fill("login.failed"),
      "webhook.forged",
    ]);
    expect(lines[0]).toMatchObject({ level: 30, address: "198.51.100.0", msg: "a login was refused" });
    expect(counted).toHaveLength(10_001);

    security.flush();
    expect(lines).toHaveLength(61);
    clock.advance(60_000);
    security.record("login.failed", { address: "198.51.100.8", account: null });
    expect(lines.slice(61)).toMatchObject([
      { security: "login.failed", since: "2026-11-21T08:00:00.000Z", suppressed: 9_940 },
      { security: "login.failed", address: "198.51.100.8" },
    ]);
  });

  it("[LOG-1] logs the events of other addresses while one address floods it", () => {
    const { lines, security } = openSecurityLog();
    for (let attempt = 0; attempt < 1_000; attempt += 1)
      security.record("login.failed", { address: "198.51.100.7", account: null });
    security.record("login.failed", { address: "203.0.113.5", account: null });
    expect(lines).toHaveLength(11);
    expect(lines[10]).toMatchObject({ address: "203.0.113.5" });
  });

  it("[LOG-1] logs the number of omitted events once after an attack", () => {
    const { lines, clock, security } = openSecurityLog();
    for (let attempt = 0; attempt < 61; attempt += 1) security.record("call.rateLimited", { route: "/api" });
    clock.advance(60_000);
    security.flush();
    security.flush();
    expect(lines.slice(60)).toMatchObject([{ security: "call.rateLimited", suppressed: 1 }]);
  });
});
