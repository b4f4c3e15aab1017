import type { CheckContext, SectionCheck } from "#conformance/conformance-check.ts";
import { CheckSkipped, expectThat } from "#conformance/check-failure.ts";
import type { ManualAction } from "#conformance/chair-operator.ts";
import type { ChairSession, Event } from "#conformance/chair-session.ts";
import { expectOutcome, longRun, startRun } from "./command-checks.ts";
import { eventOf } from "./run-checks.ts";

/**
 * Requests an action from a person at the chair.
 * @throws CheckSkipped if nobody can perform it
 */
export async function perform({ operator }: CheckContext, action: ManualAction): Promise<void> {
  if (!(await operator.perform(action))) throw new CheckSkipped("no person is at the chair");
}

/**
 * Waits for the first event of the type that is not one of `before`.
 * @throws CheckFailure if no such event arrives in time
 */
export const newEvent = (session: ChairSession, before: readonly Event[], type: Event["type"]) =>
  session.waitFor(
    () => session.events().find((event) => event.type === type && !before.some((one) => isSame(one, event))),
    `an event ${type}`,
  );

const isSame = (a: Event, b: Event): boolean => a.epoch === b.epoch && a.seq === b.seq;

/**
 * Requests a coin from a person at the chair, and returns the chair's event of the coin.
 * @throws CheckSkipped if nobody can insert a coin; CheckFailure if the event does not arrive in time
 */
export async function insertCoin(context: CheckContext): Promise<Event> {
  const before = context.session.events();
  await perform(context, "insertCoin");
  return newEvent(context.session, before, "coin");
}

/** Requests a power cut from a person at the chair, and waits for the first state of the next boot. */
async function cutPower(context: CheckContext): Promise<void> {
  const { session } = context;
  const bootId = session.state()?.bootId;
  await perform(context, "cutPower");
  await session.waitFor(
    () => session.broker.isConnected() && session.state() !== null && session.state()?.bootId !== bootId,
    "a state with another boot ID",
    session.timing.returnMs,
  );
}

export const incidentChecks: readonly SectionCheck[] = [
  {
    id: "button",
    title: "Stops when its button is pressed, and reports the stop with its reason",
    needs: ["pressStop"],
    async run(context) {
      const { orderId } = await startRun(context.session);
      await perform(context, "pressStop");
      const stopped = await eventOf(context.session, orderId, "stopped");
      expectThat(stopped.reason === "button", `the reason is ${stopped.reason ?? "missing"}, not button`);
    },
  },
  {
    id: "power-cut",
    title: "Does not resume after a power cut, and reports the end of the run as powerLoss",
    needs: ["cutPower"],
    async run(context) {
      const { session } = context;
      const { orderId } = await startRun(session);
      await eventOf(session, orderId, "started");
      await cutPower(context);
      const stopped = await eventOf(session, orderId, "stopped", session.timing.returnMs);
      expectThat(
        stopped.reason === "powerLoss",
        `the reason is ${stopped.reason ?? "missing"}, not powerLoss`,
      );
      expectThat((await session.request("report")).running === null, "the run was resumed");
    },
  },
  {
    id: "order-survives-power-cut",
    title: "Recognises an order that it started before a power cut",
    needs: ["cutPower"],
    async run(context) {
      const { session } = context;
      const run = await startRun(session);
      await cutPower(context);
      expectOutcome(await session.request("start", run), "duplicate", "the order from before the power cut");
    },
  },
  {
    id: "event-survives-power-cut",
    title: "Keeps events without a receipt through a power cut",
    needs: ["cutPower"],
    async run(context) {
      const { session } = context;
      await session.setReceipts(false);
      try {
        const { orderId } = await startRun(session);
        const event = await eventOf(session, orderId, "started");
        const sent = session.arrivals(event);
        await cutPower(context);
        await session.waitFor(
          () => session.arrivals(event) > sent,
          "the event from before the power cut once more",
          session.timing.returnMs,
        );
      } finally {
        await session.setReceipts(true);
      }
    },
  },
  {
    id: "memory-survives-power-cut",
    title: "Keeps its coin counter and its configuration through a power cut",
    needs: ["cutPower"],
    async run(context) {
      const { session } = context;
      const before = session.state();
      await cutPower(context);
      const after = session.state();
      expectThat(
        after?.coinCounter === before?.coinCounter,
        `the coin counter is ${after?.coinCounter}, it was ${before?.coinCounter}`,
      );
      const [now, earlier] = [JSON.stringify(after?.configuration), JSON.stringify(before?.configuration)];
      expectThat(now === earlier, `the configuration is ${now}, it was ${earlier}`);
    },
  },
  {
    id: "fault",
    title: "Stops on a fault, reports the fault and its clearing, and refuses starts in between",
    needs: ["causeFault", "clearFault"],
    async run(context) {
      const { session } = context;
      const { orderId } = await startRun(session);
      const before = session.events();
      await perform(context, "causeFault");
      const fault = await newEvent(session, before, "fault");
      expectThat(fault.fault !== undefined, "the event names no fault");
      const stopped = await eventOf(session, orderId, "stopped");
      expectThat(stopped.reason === "fault", `the reason is ${stopped.reason ?? "missing"}, not fault`);
      await session.waitFor(() => session.state()?.fault === fault.fault, "a state with the fault");
      expectOutcome(await session.request("start", longRun()), "refused", "a start of a faulty chair");
      await perform(context, "clearFault");
      await newEvent(session, before, "cleared");
      await session.waitFor(() => session.state()?.fault === null, "a state without the fault");
    },
  },
];
