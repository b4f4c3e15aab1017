import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface StallLimits {
  /** Time that a client may take for `minBytes` of a response. */
  readonly stallMs: number;
  readonly minBytes: number;
}

/** Less than the slowest mobile network delivers in 30 s, the default of the setting `WRITE_STALL_SECONDS`. */
export const minBytesBeforeStall = 16 * 1024;

const checksPerStall = 4;

interface Progress {
  /** Number of checks without enough progress. Counting checks instead of time ignores stalls of this process. */
  checksSince: number;
  /** Bytes of writes that are complete. */
  completed: number;
  /** Bytes of the current write that the kernel has not accepted yet. */
  queued: number;
}

// oxlint-disable no-underscore-dangle -- the only source of the size of a pending write
const queuedIn = (socket: Socket): number =>
  (socket as unknown as { _handle: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;
// oxlint-enable no-underscore-dangle

/**
 * Closes connections whose client does not read the response. An unread response occupies memory, and Node's timeouts
 * cover requests only.
 */
export function closeStalledWrites(server: Server, { stallMs, minBytes }: StallLimits): void {
  const sockets = new Map<Socket, Progress | null>();
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, null);
    socket.once("close", () => sockets.delete(socket));
  });

  const check = () => {
    for (const [socket, before] of sockets) {
      if (socket.writableLength === 0) {
        if (before !== null) sockets.set(socket, null);
        continue;
      }
      const completed = socket.bytesWritten - socket.writableLength;
      const now: Progress = { checksSince: 0, completed, queued: queuedIn(socket) };
      if (before === null || flushed(before, now) >= minBytes) sockets.set(socket, now);
      else {
        before.checksSince += 1;
        if (before.checksSince >= checksPerStall) socket.destroy();
      }
    }
  };
  const timer = setInterval(check, Math.max(10, Math.ceil(stallMs / checksPerStall)));
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

const flushed = (before: Progress, now: Progress): number =>
  now.completed - before.completed + Math.max(0, before.queued - now.queued);
