import type { Socket } from "node:net";
import { addressKey } from "#platform/http/limits/address-key.ts";

export interface BrokerLimits {
  /** Open connections in total and per address. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Open connections per address whose CONNECT is not complete. */
  readonly pendingPerAddress: number;
  /** Time limit for an accepted connection to complete its CONNECT, including a TLS handshake. */
  readonly connectSeconds: number;
}

export const defaultBrokerLimits: BrokerLimits = {
  connections: 10_000,
  connectionsPerAddress: 2_000,
  pendingPerAddress: 200,
  connectSeconds: 10,
};

type SocketRefusal = "connections" | "connectionsPerAddress" | "pendingPerAddress";

/** Limits the broker's connections; HTTP connections have separate limits. */
export function createBrokerSockets(
  limits: BrokerLimits,
  onRefused: (refusal: SocketRefusal | "connectSeconds", address: string) => void,
) {
  const open = new Set<Socket>();
  const pending = new Map<Socket, NodeJS.Timeout>();
  const openOf = new Map<string, number>();
  const pendingOf = new Map<string, number>();

  const add = (counts: Map<string, number>, key: string, by: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  const refusalFor = (key: string): SocketRefusal | null => {
    if (open.size >= limits.connections) return "connections";
    if ((openOf.get(key) ?? 0) >= limits.connectionsPerAddress) return "connectionsPerAddress";
    return (pendingOf.get(key) ?? 0) >= limits.pendingPerAddress ? "pendingPerAddress" : null;
  };
  const endPending = (socket: Socket, key: string) => {
    const timer = pending.get(socket);
    if (timer === undefined) return;
    clearTimeout(timer);
    pending.delete(socket);
    add(pendingOf, key, -1);
  };

  return {
    /**
     * Admits a connection that was just accepted, or closes it.
     * @returns a callback to call when the connection's CONNECT is complete; null if the connection was closed
     */
    admit(socket: Socket): (() => void) | null {
      const address = socket.remoteAddress;
      // A socket without an address has been closed already.
      if (address === undefined) {
        socket.destroy();
        return null;
      }
      const key = addressKey(address);
      const refusal = refusalFor(key);
      if (refusal !== null) {
        onRefused(refusal, key);
        socket.destroy();
        return null;
      }
      open.add(socket);
      add(openOf, key, 1);
      add(pendingOf, key, 1);
      // Received data does not restart the timer: otherwise one byte per second would keep a client connected.
      const timer = setTimeout(() => {
        onRefused("connectSeconds", key);
        socket.destroy();
      }, limits.connectSeconds * 1000);
      timer.unref();
      pending.set(socket, timer);
      socket.once("close", () => {
        endPending(socket, key);
        open.delete(socket);
        add(openOf, key, -1);
      });
      return () => endPending(socket, key);
    },
    count: () => open.size,
    closeAll(): void {
      for (const socket of open) socket.destroy();
    },
  };
}
