import type { SectionCheck } from "#conformance/conformance-check.ts";
import { expectThat } from "#conformance/check-failure.ts";
import { startRun } from "./command-checks.ts";
import { insertCoin, newEvent, perform } from "./incident-checks.ts";

export const coinChecks: readonly SectionCheck[] = [
  {
    id: "coin",
    title: "Starts a run with a new run ID for a coin, and reports the coin and the start",
    needs: ["insertCoin"],
    async run(context) {
      const { session } = context;
      const coin = await insertCoin(context);
      expectThat(coin.runId !== undefined, "the coin names no run");
      expectThat((coin.amount ?? 0) > 0, "the coin has no amount");
      expectThat(coin.currency !== undefined, "the coin has no currency");
      await session.waitFor(
        () => session.events().find(({ type, runId }) => type === "started" && runId === coin.runId),
        "the event started of the run",
      );
      await session.waitFor(
        () => session.state()?.running?.runId === coin.runId,
        "a state that names the run",
      );
    },
  },
  {
    id: "coin-counter",
    title: "Counts each coin, and reports the counter before and after it",
    needs: ["insertCoin"],
    async run(context) {
      const { session } = context;
      const [first, second] = [await insertCoin(context), await insertCoin(context)];
      for (const { amount = 0, counterBefore, counterAfter } of [first, second])
        expectThat(
          counterBefore !== undefined && counterAfter === counterBefore + amount,
          `the counter went from ${counterBefore} to ${counterAfter} by a coin of ${amount}`,
        );
      expectThat(second.counterBefore === first.counterAfter, "the counter changed between two coins");
      expectThat(second.runId === first.runId, "a coin during a run of coins began another run");
      await session.waitFor(
        () => session.state()?.coinCounter === second.counterAfter,
        "a state with the counter after the coin",
      );
    },
  },
  {
    id: "coin-adds-time",
    title: "Adds the time of a second coin to the run of the first",
    needs: ["insertCoin"],
    async run(context) {
      const { session } = context;
      await insertCoin(context);
      const first = (await session.request("report")).running;
      expectThat(first !== null, "the chair does not run after a coin");
      await insertCoin(context);
      const second = (await session.request("report")).running;
      expectThat(second !== null && second.runId === first.runId, "the run of the first coin has ended");
      expectThat(
        second.totalSeconds > first.totalSeconds,
        `the run has ${second.totalSeconds} seconds after the coin, ${first.totalSeconds} before`,
      );
    },
  },
  {
    id: "coin-while-order-runs",
    title: "Returns a coin while an order runs, or reports it as a separate run of 0 seconds",
    needs: ["insertCoin"],
    async run(context) {
      const { session } = context;
      const { orderId, seconds } = await startRun(session);
      const before = session.events();
      await perform(context, "insertCoin");
      const { running } = await session.request("report");
      expectThat(running?.orderId === orderId, "the order's run has ended");
      expectThat(
        running.totalSeconds === seconds,
        `the order's run has ${running.totalSeconds} seconds, not ${seconds}`,
      );
      // Waits for a reply, before which all earlier messages of the chair arrive.
      await session.request("report");
      const coin = session
        .events()
        .find(({ type, seq }) => type === "coin" && !before.some((one) => one.seq === seq));
      if (coin === undefined) return;
      expectThat(coin.runId !== undefined && coin.orderId === undefined, "the coin has no run ID of its own");
      expectThat((coin.seconds ?? 0) === 0, `the coin has ${coin.seconds} seconds`);
    },
  },
  {
    id: "coin-while-disconnected",
    title: "Starts a run for a coin while disconnected, and reports the coin after reconnecting",
    needs: ["insertCoin"],
    async run(context) {
      const { session } = context;
      const { broker, timing } = session;
      const before = session.events();
      const connections = broker.connections.length;
      broker.disconnect({ refuseReconnect: true });
      try {
        // Waits until the chair has detected the disconnection; before, it would send the coin's event on the closed
        // connection.
        await session.pause(timing.quietMs);
        await perform(context, "insertCoin");
      } finally {
        broker.allowReconnect();
        await session.waitFor(
          () => broker.connections.slice(connections).some((one) => one.published.length > 0),
          "a message on a new connection",
          timing.returnMs,
        );
      }
      const coin = await newEvent(session, before, "coin");
      await session.waitFor(
        () =>
          session
            .events()
            .find(({ type, runId }) => type === "started" && runId !== undefined && runId === coin.runId),
        "the event started of the coin's run",
      );
    },
  },
];
