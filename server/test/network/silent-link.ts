import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

export interface SilentLink {
  readonly port: number;
  /** Open connections stay open, but forward nothing any more. New connections are not affected. */
  silenceOpen(): void;
  /** While silent, new connections are accepted and forward nothing either; they stay silent afterwards. */
  setSilent(isSilent: boolean): void;
  /** Changes where new connections lead. */
  setTarget(target: NetConnectOpts): void;
  /** Returns the number of connections that forward data. */
  forwarding(): number;
  close(): Promise<void>;
}

/** Opens a proxy whose connections can go silent, as those of a machine that has disappeared from the network. */
export async function openSilentLink(firstTarget: NetConnectOpts): Promise<SilentLink> {
  let target = firstTarget;
  let isSilent = false;
  const open = new Set<{ isForwarding: boolean }>();
  const sockets = new Set<Socket>();

  const server = createServer({ noDelay: true }, (client) => {
    sockets.add(client);
    client.on("error", () => {});
    client.once("close", () => sockets.delete(client));
    if (isSilent) return void client.resume();
    const upstream = connect(target);
    sockets.add(upstream);
    const link = { isForwarding: true };
    open.add(link);
    const forward = (from: Socket, to: Socket) => {
      from.on("data", (piece: Buffer) => {
        if (link.isForwarding && !to.destroyed) to.write(piece);
      });
      from.once("close", () => {
        // The other side of a silent connection does not learn that this side has closed.
        if (!link.isForwarding) return;
        open.delete(link);
        to.destroy();
      });
    };
    upstream.on("error", () => {});
    upstream.once("close", () => sockets.delete(upstream));
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");

  const silenceOpen = () => {
    for (const link of open) link.isForwarding = false;
    open.clear();
  };

  return {
    port: (server.address() as AddressInfo).port,
    silenceOpen,
    setSilent(silent) {
      isSilent = silent;
      if (silent) silenceOpen();
    },
    setTarget(next) {
      target = next;
    },
    forwarding: () => open.size,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
