import type { Socket } from "node:net";

/**
 * Returns a function that takes the chunks of a connection and returns false if a frame is oversized. Without this
 * check, the parser would buffer up to 256 MB before a client authenticates.
 */
function createFrameGuard(maxFrameBytes: number): (chunk: Uint8Array) => boolean {
  let state: "header" | "length" | "body" = "header";
  let length = 0;
  let shift = 0;

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (state === "body") {
        const step = Math.min(length, chunk.length - at);
        at += step;
        length -= step;
        if (length === 0) state = "header";
        continue;
      }
      const byte = chunk[at] as number;
      at += 1;
      if (state === "header") {
        state = "length";
        length = 0;
        shift = 0;
        continue;
      }
      // The length has seven bits per byte, lowest bits first; the eighth bit indicates that another byte follows.
      length += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (length > maxFrameBytes || shift > 28) return false;
      if ((byte & 0x80) === 0) state = length > 0 ? "body" : "header";
    }
    return true;
  };
}

/**
 * Destroys the socket at an oversized frame, before the broker buffers it; the broker obtains all bytes by
 * `socket.read`.
 */
export function guardFrames(socket: Socket, maxFrameBytes: number): void {
  const isWithinBounds = createFrameGuard(maxFrameBytes);
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk = read(size) as Buffer | null;
    if (chunk && !isWithinBounds(chunk)) {
      socket.destroy(new Error("frame too large"));
      return null;
    }
    return chunk;
  };
}
