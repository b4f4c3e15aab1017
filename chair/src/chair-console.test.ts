import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { handClock } from "#test/hand-clock.ts";
import { openTestBroker } from "#test/test-broker.ts";
import { openServerSide, until } from "#test/server-side.ts";
import { runConsoleLine } from "./chair-console.ts";
import { parseFault, powerCutSteps } from "./chair-faults.ts";
import { type ChairFleet, chairFleet, readChairList } from "./chair-fleet.ts";

let broker: Awaited<ReturnType<typeof openTestBroker>>;
let folder: string;
let fleet: ChairFleet;
beforeEach(async () => {
  broker = await openTestBroker();
  folder = mkdtempSync(join(tmpdir(), "chair fleet "));
  fleet = chairFleet({ mqttUrl: broker.url, memoryFolder: folder, reconnectMs: 5 });
});
afterEach(async () => {
  await fleet.stop();
  await broker.close();
  rmSync(folder, { recursive: true });
});

it("reads a list of chairs, and reports the file and line of an error", () => {
  const file = join(folder, "chairs.csv");
  writeFileSync(file, "deviceId,secret,coinCounter\nMC100001,one\n\nMC100002,two,4000\r\n");
  expect(readChairList(file)).toEqual([
    { deviceId: "MC100001", secret: "one", coinCounter: 0 },
    { deviceId: "MC100002", secret: "two", coinCounter: 4000 },
  ]);
  writeFileSync(file, "MC100001,one\nmc2,two\n");
  expect(() => readChairList(file)).toThrow(`${file}:2: "mc2" is not a device ID`);
  writeFileSync(file, ",two\n");
  expect(() => readChairList(file)).toThrow(`${file}:1: "" is not a device ID`);
  writeFileSync(file, "MC100001,one,x\n");
  expect(() => readChairList(file)).toThrow(`${file}:1: "x" is not a coin counter in minor units`);
  writeFileSync(file, "MC100001\n");
  expect(() => readChairList(file)).toThrow(`${file}:1: MC100001 has no secret`);
});

it("parses every fault by its name, and rejects unknown ones", () => {
  expect(parseFault("lateReply=3000")).toEqual({ kind: "faults", faults: { lateReplyMs: 3000 } });
  expect(parseFault("dropReply")).toEqual({ kind: "faults", faults: { dropReplies: 1 } });
  expect(parseFault("refuse=out=of=order")).toEqual({ kind: "faults", faults: { refuse: "out=of=order" } });
  expect(parseFault("faultCode=")).toEqual({ kind: "faultCode", code: null });
  expect(parseFault("clockJump=-5")).toEqual({ kind: "clockJump", milliseconds: -5 });
  for (const step of powerCutSteps) {
    expect(parseFault(`powerCut=${step}`)).toEqual({ kind: "faults", faults: { powerCutAt: step } });
  }
  for (const bad of [
    "",
    "explode",
    "lateReply",
    "lateReply=soon",
    "duplicate=0",
    "duplicate=1.5",
    "powerCut=never",
    "faultCode=E#7",
    "offline=false",
    "clockDrift=0",
    `refuse=${"x".repeat(65)}`,
  ]) {
    expect(() => parseFault(bad), bad).toThrow(
      /unknown fault|needs a (?:whole )?number|must name one of the steps|a fault code has|a reason has|has no value/,
    );
  }
});

it("executes commands on a fleet, and loads the chairs' memories in another fleet", async () => {
  fleet.add({ deviceId: "MC100001", secret: "one" });
  fleet.add({ deviceId: "MC100002", secret: "two" });
  expect(() => fleet.add({ deviceId: "MC100002", secret: "two" })).toThrow(/already/);
  await fleet.start();
  await fleet.connected();
  expect(runConsoleLine(fleet, "coin MC100001 1000 PHP")).toBe("accepted");
  expect(runConsoleLine(fleet, "coin MC100001 1000 USD")).toMatch(/usage/);
  expect(fleet.chair("MC100001").state().signalDbm).toBeGreaterThanOrEqual(-99);
  expect(runConsoleLine(fleet, "signal MC100001 -95")).toBe("done");
  expect(fleet.chair("MC100001").state().signalDbm).toBe(-95);
  expect(runConsoleLine(fleet, "signal MC100001 none")).toBe("done");
  expect(fleet.chair("MC100001").state().signalDbm).toBeNull();
  for (const bad of ["", "1", "-151", "-61.5", "strong"])
    expect(runConsoleLine(fleet, `signal MC100001 ${bad}`)).toMatch(/usage/);
  expect(runConsoleLine(fleet, "pulse MC100001")).toMatch(/usage/);
  expect(runConsoleLine(fleet, "list").split("\n")[0]).toMatch(
    /^MC100001 {2}online, runs \d\/60 s at gear 1, 2 events/,
  );
  expect(runConsoleLine(fleet, "fault MC100002 faultCode=E5")).toBe("done");
  expect(JSON.parse(runConsoleLine(fleet, "state MC100002"))).toMatchObject({ fault: "E5" });
  runConsoleLine(fleet, "stop MC100001");
  expect(fleet.chair("MC100001").state().running).toBeNull();
  runConsoleLine(fleet, "fault all offline");
  expect(fleet.states().map(({ connected }) => connected)).toEqual([false, false]);
  runConsoleLine(fleet, "fault all none");
  await until(() => fleet.states().every(({ connected }) => connected), "back online");
  runConsoleLine(fleet, "off MC100002");
  expect(runConsoleLine(fleet, "list")).toMatch(/MC100002 {2}no power/);
  expect(() => runConsoleLine(fleet, "stop MC9")).toThrow("no chair MC9");
  expect(runConsoleLine(fleet, "dance")).toMatch(/unknown command "dance"/);
  await fleet.stop();

  // No broker listens on port 1, which the system does not assign to another process.
  const next = chairFleet({ mqttUrl: "mqtt://127.0.0.1:1", memoryFolder: folder });
  next.add({ deviceId: "MC100001", secret: "one" });
  expect(next.chair("MC100001").state()).toMatchObject({ coinCounter: 1000, pendingEvents: 3, nextSeq: 4 });
  await next.start();
  await until(() => next.chair("MC100001").state().connectionError, "a reason");
  expect(runConsoleLine(next, "list")).toMatch(/offline \(.*ECONNREFUSED/);
  await next.stop();
});

it("ends the drift of the clock with all other faults", async () => {
  const time = handClock();
  fleet.add({ deviceId: "MC100001", secret: "one", clock: time });
  await fleet.start();
  await fleet.connected();
  const server = await openServerSide(broker.url, time.now);
  await server.request("MC100001", server.command("report"));
  const passed = () => {
    const before = fleet.chair("MC100001").state().wallClockMs ?? 0;
    time.advance(10_000);
    return (fleet.chair("MC100001").state().wallClockMs ?? 0) - before;
  };
  runConsoleLine(fleet, "fault MC100001 clockDrift=1.5");
  expect(passed()).toBe(15_000);
  runConsoleLine(fleet, "fault MC100001 none");
  expect(passed()).toBe(10_000);
  await server.close();
});
