import type { Socket } from "node:net";

/** Without this limit, the parser would buffer up to 256 MB of a frame before the client authenticates. */
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
      // Seven bits per byte, the lowest first; the eighth indicates that more follow.
      length += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (length > maxFrameBytes || shift > 28) return false;
      if ((byte & 0x80) === 0) state = length > 0 ? "body" : "header";
    }
    return true;
  };
}

/** Inspects bytes before they are buffered: the broker obtains all bytes by calling `read`. */
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
