import { randomUUID } from "node:crypto";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { SectionCheck } from "#conformance/conformance-check.ts";
import { CheckSkipped, expectThat } from "#conformance/check-failure.ts";
import type { ChairSession } from "#conformance/chair-session.ts";

/** Returns the fields of a start whose run does not end during a check. `becomeIdle` ends the run after the check. */
export const longRun = () => ({ orderId: randomUUID(), gear: 1, seconds: 300 });

type Reply = PayloadOf<"reply">;

/** @throws CheckFailure if the outcome of the reply is not the expected one; `of` names the command in the message */
export function expectOutcome({ outcome, reason }: Reply, expected: Reply["outcome"], of: string): void {
  const detail = reason === undefined ? "" : ` (${reason})`;
  expectThat(outcome === expected, `the reply to ${of} is ${outcome}${detail}, not ${expected}`);
}

/**
 * Starts a run on an idle chair and returns its fields.
 * @throws CheckFailure if the chair does not start
 */
export async function startRun(session: ChairSession, run = longRun()) {
  expectOutcome(await session.request("start", run), "done", "a start of an idle chair");
  return run;
}

export const commandChecks: readonly SectionCheck[] = [
  {
    id: "report",
    title: "Answers a report with its current run",
    async run({ session }) {
      const reply = await session.request("report");
      expectOutcome(reply, "done", "a report");
      expectThat(reply.running === null, "the reply names a run, but the chair is idle");
    },
  },
  {
    id: "identify",
    title: "Answers identify",
    async run({ session }) {
      expectOutcome(await session.request("identify"), "done", "identify");
    },
  },
  {
    id: "expired-command",
    title: "Answers a start after its deadline with expired, and does not run",
    async run({ session }) {
      const notAfter = new Date(Date.now() - 60_000).toISOString();
      const reply = await session.request("start", { ...longRun(), notAfter });
      expectOutcome(reply, "expired", "an expired start");
      expectThat(
        (await session.request("report")).running === null,
        "the chair runs although the start had expired",
      );
    },
  },
  {
    id: "delayed-command",
    title: "Answers a start that arrives after its deadline with expired, by its own clock",
    async run({ session }) {
      await session.request("report");
      const sentMs = Date.now() - 120_000;
      const delayed = {
        serverTime: new Date(sentMs).toISOString(),
        notAfter: new Date(sentMs + 20_000).toISOString(),
      };
      try {
        expectOutcome(
          await session.request("start", { ...longRun(), ...delayed }),
          "expired",
          "a start that was delayed",
        );
      } finally {
        // The delayed command has set the chair's clock two minutes slow; this command corrects the clock.
        await session.request("report");
      }
    },
  },
  {
    id: "command-repeated",
    title: "Answers a start with the same command ID again with duplicate",
    async run({ session }) {
      const command = session.newCommand("start", longRun());
      expectOutcome(await session.execute(command), "done", "a start");
      expectOutcome(await session.execute(command), "duplicate", "the same command again");
    },
  },
  {
    id: "report-while-running",
    title: "Answers a report with its run, and publishes its state",
    async run({ session }) {
      const { orderId } = await startRun(session);
      // Waits for the state that the start caused, which arrives before this reply. The expired report itself causes no
      // state.
      await session.request("report", { notAfter: new Date(Date.now() - 60_000).toISOString() });
      const states = () =>
        session.transcript.filter(
          ({ direction, topic }) => direction === "fromChair" && topic.endsWith("/state"),
        ).length;
      const before = states();
      const { running } = await session.request("report");
      expectThat(running?.orderId === orderId, "the reply does not name the order as running");
      await session.waitFor(() => states() > before, "a state after the report");
    },
  },
  {
    id: "invalid-commands",
    title: "Survives commands that are not JSON, unknown, incomplete, or too long, and does not run",
    async run({ session }) {
      const { broker, deviceId } = session;
      const topic = `chairs/${deviceId}/command`;
      for (const text of [
        "",
        "{",
        "null",
        "[]",
        '{"type":"start"}',
        `{"type":"start","x":"${"y".repeat(3_000)}"}`,
      ])
        await broker.publish(topic, text);
      await session.send({ ...session.newCommand("start", longRun()), type: "levitate" });
      await session.send(session.newCommand("start"));
      await session.send({ ...session.newCommand("start"), orderId: randomUUID(), gear: 1, seconds: -5 });
      const reply = await session.request("report");
      expectThat(reply.running === null, "the chair runs");
    },
  },
];

export const clockChecks: readonly SectionCheck[] = [
  {
    id: "clock",
    title: "Sets its clock by each command, including expired ones",
    async run({ session }) {
      const { waitFor, events, setServerClock } = session;
      const aheadMs = 3_600_000;
      setServerClock(aheadMs);
      try {
        const past = new Date(Date.now() - 60_000).toISOString();
        await session.request("report", { notAfter: past });
        const run = await startRun(session);
        const started = await waitFor(
          () => events().find(({ type, orderId }) => type === "started" && orderId === run.orderId),
          "the event started",
        );
        const errorMs = Date.parse(started.at ?? "") - (Date.now() + aheadMs);
        expectThat(
          Math.abs(errorMs) < 10_000,
          `the event's time is ${started.at}, the server's ${new Date(Date.now() + aheadMs).toISOString()}`,
        );
      } finally {
        setServerClock(0);
        await session.request("report");
      }
    },
  },
];

export const configurationChecks: readonly SectionCheck[] = [
  {
    id: "configure",
    title: "Applies a newer configuration, reports its version, and refuses an older one",
    async run({ session }) {
      const before = session.state()?.configuration;
      if (before === undefined) throw new CheckSkipped("this chair cannot be configured");
      const { version } = before;
      const configuration = { ...before, version: version + 2 };
      expectOutcome(await session.request("configure", { configuration }), "done", "a newer configuration");
      await session.waitFor(
        () => session.state()?.configuration?.version === version + 2,
        "a state with the new version",
      );
      const older = { ...before, version: version + 1 };
      expectOutcome(
        await session.request("configure", { configuration: older }),
        "refused",
        "an older configuration",
      );
    },
  },
  {
    id: "configure-partly",
    title: "Keeps the settings that a configuration omits, and does not apply an older configuration",
    async run({ session }) {
      const before = session.state()?.configuration;
      if (before === undefined) throw new CheckSkipped("this chair cannot be configured");
      const version = before.version + 1;
      const volume = before.volume === 30 ? 40 : 30;
      await session.request("configure", { configuration: { version, volume } });
      await session.request("configure", { configuration: { version: before.version, volume: 50 } });
      await session.request("report");
      // Waits for the state that the first report caused, which arrives before this reply.
      await session.request("report");
      const after = session.state()?.configuration;
      const expected = { ...before, version, volume };
      for (const field of ["version", "volume", "pulseValue", "gears"] as const)
        expectThat(
          after?.[field] === expected[field],
          `${field} is ${after?.[field]}, not ${expected[field]}`,
        );
    },
  },
];
