import type { SectionCheck } from "#conformance/conformance-check.ts";
import { CheckSkipped, expectThat } from "#conformance/check-failure.ts";
import type { ChairSession, Event } from "#conformance/chair-session.ts";
import { expectOutcome, longRun, startRun } from "./command-checks.ts";

/**
 * Waits for an event of an order.
 * @throws CheckFailure if it does not arrive within `withinMs`, by default `timing.answerMs`
 */
export const eventOf = (session: ChairSession, orderId: string, type: Event["type"], withinMs?: number) =>
  session.waitFor(
    () => session.events().find((event) => event.type === type && event.orderId === orderId),
    `the event ${type} of the order`,
    withinMs,
  );

export const runChecks: readonly SectionCheck[] = [
  {
    id: "start",
    title: "Starts, replies with the run, and reports it in an event and in its state",
    async run({ session }) {
      const run = longRun();
      const reply = await session.request("start", run);
      expectOutcome(reply, "done", "a start of an idle chair");
      expectThat(reply.running?.orderId === run.orderId, "the reply does not name the order as running");
      expectThat(
        reply.running.totalSeconds === run.seconds,
        `the reply has ${reply.running.totalSeconds} seconds in total, not ${run.seconds}`,
      );
      await eventOf(session, run.orderId, "started");
      await session.waitFor(
        () => session.state()?.running?.orderId === run.orderId,
        "a state that names the order",
      );
    },
  },
  {
    id: "start-repeated",
    title: "Answers the same order again with duplicate, and does not start over",
    async run({ session }) {
      const run = await startRun(session);
      await session.pause(1_100);
      const again = await session.request("start", run);
      expectOutcome(again, "duplicate", "the same order again");
      expectThat((again.running?.elapsedSeconds ?? 0) >= 1, "the run began again");
      await session.request("stop", { orderId: run.orderId });
      expectOutcome(await session.request("start", run), "duplicate", "an order that was over");
      expectThat((await session.request("report")).running === null, "an order that was over runs again");
    },
  },
  {
    id: "start-after-expired",
    title: "Starts an order whose first start had expired when it is sent again in time",
    async run({ session }) {
      const run = longRun();
      const past = new Date(Date.now() - 60_000).toISOString();
      expectOutcome(
        await session.request("start", { ...run, notAfter: past }),
        "expired",
        "an expired start",
      );
      const reply = await session.request("start", run);
      expectOutcome(reply, "done", "another start of the same order");
      expectThat(reply.running?.orderId === run.orderId, "the reply does not name the order as running");
    },
  },
  {
    id: "start-while-running",
    title: "Refuses another order while one runs",
    async run({ session }) {
      const run = await startRun(session);
      const reply = await session.request("start", longRun());
      expectOutcome(reply, "refused", "another order");
      expectThat(reply.running?.orderId === run.orderId, "the first order's run has ended");
    },
  },
  {
    id: "extend",
    title: "Adds the seconds of an extension once, however often the command is sent",
    async run({ session }) {
      const { orderId, seconds } = await startRun(session);
      const command = session.newCommand("extend", { orderId, seconds: 60 });
      for (const outcome of ["done", "duplicate"] as const) {
        const reply = await session.execute(command);
        expectOutcome(reply, outcome, outcome === "done" ? "an extension" : "the same extension again");
        const total = reply.running?.totalSeconds;
        expectThat(total === seconds + 60, `the run has ${total} seconds in total, not ${seconds + 60}`);
      }
    },
  },
  {
    id: "extend-other-order",
    title: "Refuses to extend an order that does not run",
    async run({ session }) {
      const { orderId } = longRun();
      expectOutcome(await session.request("extend", { orderId, seconds: 60 }), "refused", "an extension");
    },
  },
  {
    id: "stop",
    title: "Stops immediately, and reports the end with its reason and the seconds that it ran",
    async run({ session }) {
      const { orderId } = await startRun(session);
      const reply = await session.request("stop", { orderId });
      expectOutcome(reply, "done", "a stop");
      expectThat(reply.running === null, "the reply names a run");
      const stopped = await eventOf(session, orderId, "stopped");
      expectThat(stopped.reason === "command", `the reason is ${stopped.reason ?? "missing"}, not command`);
      expectThat((stopped.seconds ?? 999) <= 10, `the event reports ${stopped.seconds} seconds`);
    },
  },
  {
    id: "stop-other-order",
    title: "Does not stop a run on the stop of another order",
    async run({ session }) {
      const run = await startRun(session);
      await session.request("stop", { orderId: longRun().orderId });
      const { running } = await session.request("report");
      expectThat(running?.orderId === run.orderId, "the run was stopped");
    },
  },
  {
    id: "stop-any",
    title: "Stops any run on a stop without an order",
    async run({ session }) {
      const { orderId } = await startRun(session);
      const reply = await session.request("stop");
      expectOutcome(reply, "done", "a stop without an order");
      expectThat(reply.running === null, "the reply names a run");
      await eventOf(session, orderId, "stopped");
    },
  },
  {
    id: "finish",
    title: "Ends a run by its own clock, and reports the seconds that were bought",
    async run({ session }) {
      const seconds = session.timing.shortRunSeconds;
      const { orderId } = await startRun(session, { ...longRun(), seconds });
      const finished = await eventOf(session, orderId, "finished", seconds * 1_000 + session.timing.answerMs);
      const ran = finished.seconds ?? -1;
      expectThat(Math.abs(ran - seconds) <= 1, `the event reports ${ran} seconds, not ${seconds}`);
      await session.waitFor(() => session.state()?.running === null, "a state without a run");
    },
  },
  {
    id: "state-while-running",
    title: "Publishes its state at least every 60 seconds while it runs",
    async run({ session }) {
      if (session.timing.stateIntervalMs === 0) throw new CheckSkipped("skipped because of --quick");
      const { orderId } = await startRun(session);
      const isAdvanced = () => {
        const running = session.state()?.running;
        return running?.orderId === orderId && running.elapsedSeconds >= 10;
      };
      await session.waitFor(isAdvanced, "another state of the run", session.timing.stateIntervalMs);
    },
  },
];
