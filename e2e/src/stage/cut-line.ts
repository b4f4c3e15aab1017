import { once } from "node:events";
import net from "node:net";

/**
 * Opens a TCP proxy to the server whose connections can be cut. Cutting fails open requests immediately, and new
 * requests fail until the proxy is restored. The proxy cuts them itself once the browser has sent `cutsAfterBytes`.
 */
export async function openCutLine(
  target: string,
  { cutsAfterBytes = Number.POSITIVE_INFINITY }: { readonly cutsAfterBytes?: number } = {},
) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<net.Socket>();
  let whole = true;
  let sentBytes = 0;
  const line = net.createServer((client) => {
    if (!whole) return client.destroy();
    const upstream = net.connect(Number(port), hostname);
    client.on("data", (piece) => {
      const isDue = sentBytes <= cutsAfterBytes && sentBytes + piece.length > cutsAfterBytes;
      sentBytes += piece.length;
      if (isDue) cut();
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${(line.address() as net.AddressInfo).port}`,
    /** Returns how many bytes the browser has sent. */
    sentBytes: () => sentBytes,
    cut,
    restore: () => {
      whole = true;
    },
    async close() {
      cut();
      line.close();
      await once(line, "close");
    },
  };
}
