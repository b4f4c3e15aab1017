import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { SeededRandom } from "#demo/history/seeded-random.ts";

export interface LossyLink {
  readonly port: number;
  /** While set, one chunk in `oneIn` is lost, and its connection breaks within a second. */
  setLossy(isLossy: boolean): void;
  /** Delays every chunk by `ms` without changing the order. */
  setDelay(ms: number): void;
  /** Resets every connection. */
  cut(): void;
  close(): Promise<void>;
}

const oneIn = 12;

/**
 * A proxy to a local port that is as unreliable as a mobile network. After it loses a chunk, it loses
 * everything that follows in both directions, and the connection breaks a while later.
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
      // Timers of different durations would reorder chunks.
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
      // `close` follows and closes the other side.
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
