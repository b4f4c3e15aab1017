import type { Check } from "#conformance/conformance-check.ts";
import { expectThat } from "#conformance/check-failure.ts";
import { startRun } from "./command-checks.ts";
import { insertCoin, newEvent, perform } from "./incident-checks.ts";

const coins = "Coins";

export const coinChecks: readonly Check[] = [
  {
    id: "coin-adds-time",
    title: "Adds the time of a second coin to the run of the first",
    section: coins,
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
    section: coins,
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
    section: coins,
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
