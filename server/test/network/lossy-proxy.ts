import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { SeededRandom } from "#demo/history/seeded-random.ts";

export interface LossyLink {
  readonly port: number;
  /** While lossy, the link loses one chunk in `oneIn` and then breaks the chunk's connection within a second. */
  setLossy(isLossy: boolean): void;
  /** Delays every chunk by `ms` milliseconds without changing the order. */
  setDelay(ms: number): void;
  /** Resets every connection. */
  cut(): void;
  close(): Promise<void>;
}

const oneIn = 12;

/**
 * Opens a proxy to a local port that is as unreliable as a mobile network. After it loses a chunk, it loses all further
 * data in both directions, and breaks the connection shortly afterwards.
 */
export async function openLossyLink(targetPort: number, random: SeededRandom): Promise<LossyLink> {
  let isLossy = false;
  let delayMs = 0;
  const sockets = new Set<Socket>();

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: "127.0.0.1", port: targetPort, noDelay: true });
    let isBroken = false;
    const destroy = () => {
      client.destroy();
      upstream.destroy();
    };
    const forward = (from: Socket, to: Socket) => {
      // Chunks are queued, because timers of different durations would reorder them.
      let queue = Promise.resolve();
      sockets.add(from);
      from.on("data", (piece: Buffer) => {
        if (isBroken) return;
        if (isLossy && random.next() < 1 / oneIn) {
          isBroken = true;
          setTimeout(destroy, random.between(50, 1_000));
          return;
        }
        const dueMs = performance.now() + delayMs;
        queue = queue
          .then(() => delay(Math.max(0, dueMs - performance.now())))
          .then(() => {
            if (!isBroken && !to.destroyed) to.write(piece);
          });
      });
      // The `close` event follows, whose handler closes the other side.
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        destroy();
      });
    };
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    setLossy(lossy) {
      isLossy = lossy;
    },
    setDelay(ms) {
      delayMs = ms;
    },
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
