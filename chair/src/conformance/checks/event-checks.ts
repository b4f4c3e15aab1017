import { randomUUID } from "node:crypto";
import { chairTopic } from "@reposo/contract/devices/chair-topics.ts";
import type { SectionCheck } from "#conformance/conformance-check.ts";
import { expectThat } from "#conformance/check-failure.ts";
import { longRun, startRun } from "./command-checks.ts";
import { eventOf } from "./run-checks.ts";

export const eventChecks: readonly SectionCheck[] = [
  {
    id: "event-resent",
    title: "Sends an event again until a receipt of its epoch covers it, and not after that",
    async run({ session }) {
      const { setReceipts, arrivals, waitFor, pause, timing } = session;
      await setReceipts(false);
      try {
        const { orderId } = await startRun(session);
        const event = await eventOf(session, orderId, "started");
        await waitFor(() => arrivals(event) >= 2, "the event without a receipt once more", timing.resendMs);
        const otherEpoch = JSON.stringify({ epoch: randomUUID(), upTo: event.seq });
        await session.broker.publish(chairTopic(session.deviceId, "receipt"), otherEpoch);
        // A chair processes messages in order, so its reply shows that it has processed the receipt.
        await session.request("report");
        const before = arrivals(event);
        await waitFor(
          () => arrivals(event) > before,
          "the event once more after a receipt of another epoch",
          timing.resendMs,
        );
        await setReceipts(true);
        await pause(timing.quietMs);
        const sent = arrivals(event);
        await pause(timing.quietMs);
        expectThat(arrivals(event) === sent, "the chair sends the event again although a receipt covers it");
      } finally {
        await setReceipts(true);
      }
    },
  },
  {
    id: "event-pause",
    title: "Sends no events for the time that a receipt names, and continues afterwards",
    async run({ session }) {
      const { setReceipts, arrivals, waitFor, pause, timing } = session;
      await setReceipts(false);
      try {
        const { orderId } = await startRun(session);
        const event = await eventOf(session, orderId, "started");
        const pauseSeconds = Math.ceil((2 * timing.quietMs) / 1000);
        const receipt = JSON.stringify({ epoch: event.epoch, upTo: 0, pauseSeconds });
        await session.broker.publish(chairTopic(session.deviceId, "receipt"), receipt);
        // A chair processes messages in order, so its reply shows that it has processed the receipt.
        await session.request("report");
        const before = arrivals(event);
        await pause(timing.quietMs);
        expectThat(arrivals(event) === before, "the chair sends events although a receipt told it to pause");
        const againMs = pauseSeconds * 1000 + timing.resendMs;
        await waitFor(() => arrivals(event) > before, "the event once more after the pause", againMs);
      } finally {
        await setReceipts(true);
      }
    },
  },
  {
    id: "event-after-reconnect",
    title: "Keeps events while it is disconnected, and sends them in order after reconnecting",
    async run({ session }) {
      const { broker, waitFor, pause, timing } = session;
      const seconds = timing.shortRunSeconds;
      const { orderId } = await startRun(session, { ...longRun(), seconds });
      const before = broker.connections.length;
      broker.disconnect({ refuseReconnect: true });
      await pause(seconds * 1_000 + 1_000);
      broker.allowReconnect();
      await waitFor(() => broker.connections.length > before, "a new connection", timing.returnMs);
      const finished = await eventOf(session, orderId, "finished", timing.returnMs);
      const arrived = session.events().filter((one) => one.orderId === orderId);
      const started = arrived.find(({ type }) => type === "started");
      expectThat(
        started !== undefined &&
          arrived.indexOf(started) < arrived.findIndex(({ seq }) => seq === finished.seq),
        "finished arrived before started, or started is missing",
      );
      expectThat(started.seq < finished.seq, "started does not have a lower number than finished");
    },
  },
];
