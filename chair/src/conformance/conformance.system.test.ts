import { readFile } from "node:fs/promises";
import { openTamperedLine, type Tamper } from "#test/tampered-line.ts";
import { violations } from "#test/violations.ts";
import { Value } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVirtualChair } from "#virtual-chair.ts";
import { absentOperator, createVirtualOperator } from "./chair-operator.ts";
import type { ConformanceTiming } from "./chair-session.ts";
import { openConformanceBroker } from "./conformance-broker.ts";
import { ConformanceReport, reportText } from "./conformance-report.ts";
import { allChecks, PendingEvents, runConformance } from "./run-conformance.ts";

const deviceId = "TEST0001";
/**
 * The limits are generous, so that a busy machine causes no failure. They delay only the tests in which a message is
 * missing.
 */
const timing: ConformanceTiming = {
  answerMs: 12_000,
  returnMs: 12_000,
  resendMs: 12_000,
  quietMs: 1_000,
  shortRunSeconds: 2,
  stateIntervalMs: 0,
};

interface Setting {
  readonly tamper?: Tamper;
  readonly isAbsent?: boolean;
  readonly before?: (chair: ReturnType<typeof createVirtualChair>) => void;
  readonly only?: readonly string[];
}

async function verify({ tamper = {}, isAbsent = false, before, only }: Setting) {
  const secret = "a secret";
  const broker = await openConformanceBroker({ host: "127.0.0.1", port: 0, deviceId, secret });
  const line = await openTamperedLine(broker.port, tamper);
  const chair = createVirtualChair({
    deviceId,
    secret,
    mqttUrl: line.url,
    reconnectMs: 20,
    maxReconnectMs: 100,
    resendMs: 100,
    maxResendMs: 200,
  });
  before?.(chair);
  chair.start();
  try {
    return await runConformance({
      deviceId,
      broker,
      operator: isAbsent ? absentOperator : createVirtualOperator(chair),
      timing,
      connectMs: 12_000,
      discardsEvents: false,
      ...(only && { only }),
      progress: () => undefined,
    });
  } finally {
    await chair.stop();
    await line.close();
    await broker.close();
  }
}

const failedIn = ({ checks }: ConformanceReport): string[] =>
  checks.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);

describe("[CHAIR-4] the conformance run", () => {
  // The conformance runs mostly wait, so all of them run concurrently.
  const runs = new Map<string, Promise<ConformanceReport>>();
  beforeAll(() => {
    runs.set("none", verify({}));
    for (const { name, tamper } of violations) runs.set(name, verify({ tamper: tamper() }));
  });
  afterAll(() => Promise.allSettled(runs.values()), 180_000);

  it("passes every check with the virtual chair, except the skipped one that waits for a minute", async () => {
    const report = (await runs.get("none")) as ConformanceReport;
    expect(report.checks.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id)).toEqual([
      "state-while-running",
    ]);
    expect(report.checks.map(({ id }) => id)).toEqual(allChecks.map(({ id }) => id));
    expect(report.conforms).toBe(true);
    expect(Value.Check(ConformanceReport, JSON.parse(JSON.stringify(report)))).toBe(true);
  }, 120_000);

  it.each(violations)(
    "identifies a chair that $name",
    async ({ name, fails }) => {
      const report = (await runs.get(name)) as ConformanceReport;
      expect(failedIn(report)).toEqual(fails);
      expect(report.conforms).toBe(false);
      for (const { id, outcome, reason } of report.checks)
        if (outcome === "failed") expect(`${id}: ${reason}`).toMatch(/: .+/);
      expect(reportText(report)).toContain(fails[0]);
    },
    180_000,
  );

  it("skips checks that require a person if nobody is at the chair", async () => {
    const manual = allChecks.flatMap(({ id, needs }) => (needs === undefined ? [] : [id]));
    const { checks, counts, conforms } = await verify({ isAbsent: true, only: ["report", ...manual] });
    expect(counts).toEqual({ passed: 1, failed: 0, skipped: manual.length });
    expect(checks.at(-1)?.reason).toBe("no person is at the chair");
    expect(conforms).toBe(true);
  }, 60_000);

  it("does not state that a chair fails to conform if every check was skipped", async () => {
    const manual = allChecks.flatMap(({ id, needs }) => (needs === undefined ? [] : [id]));
    const report = await verify({ isAbsent: true, only: manual });
    expect(report).toMatchObject({ conforms: false, counts: { passed: 0, failed: 0 } });
    expect(reportText(report)).toMatch(/No check could be performed\.$/);
  }, 60_000);

  it("refuses a chair with events that its server has not received", async () => {
    const run = verify({
      before(chair) {
        chair.setFaults({ offline: true });
        chair.start();
        chair.setFaultCode("E7");
        chair.setFaults({ offline: false });
      },
    });
    await expect(run).rejects.toThrow(PendingEvents);
  }, 60_000);

  it("has unique check IDs, all of which the protocol guide contains", async () => {
    const ids = allChecks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const guide = await readFile(new URL("../../../docs/chair-protocol-guide.md", import.meta.url), "utf8");
    expect(ids.filter((id) => !guide.includes(`\`${id}\``))).toEqual([]);
  });
});
