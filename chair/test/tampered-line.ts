import { once } from "node:events";
import net from "node:net";
import mqttPacket, { type Packet } from "mqtt-packet";

/** Changes the packets between a chair and its broker. If `fromChair` returns null, the packet is dropped. */
export interface Tamper {
  readonly fromChair?: (packet: Packet) => Packet | readonly Packet[] | null;
  readonly toChair?: (packet: Packet) => Packet;
}

/**
 * Opens a TCP proxy that changes packets between a chair and its broker, so that a chair that follows the protocol
 * appears to break it.
 */
export async function openTamperedLine(brokerPort: number, tamper: Tamper) {
  const sockets = new Set<net.Socket>();
  const line = net.createServer((client) => {
    const upstream = net.connect(brokerPort, "127.0.0.1");
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    forward(client, (packet) => {
      const changed = tamper.fromChair === undefined ? packet : tamper.fromChair(packet);
      const sent = changed === null ? [] : [changed].flat();
      for (const one of sent) upstream.write(mqttPacket.generate(one));
      // The broker does not acknowledge a packet that was dropped or changed to QoS 0, so the proxy does, because the
      // chair's client waits for it.
      const isUnacknowledged = sent.every((one) => one.cmd === "publish" && one.qos === 0);
      if (packet.cmd === "publish" && isUnacknowledged && packet.messageId !== undefined)
        client.write(mqttPacket.generate({ cmd: "puback", messageId: packet.messageId }));
    });
    forward(upstream, (packet) => client.write(mqttPacket.generate(tamper.toChair?.(packet) ?? packet)));
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  return {
    url: `mqtt://127.0.0.1:${(line.address() as net.AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      line.close();
      await once(line, "close");
    },
  };
}

function forward(socket: net.Socket, onPacket: (packet: Packet) => void): void {
  const parser = mqttPacket.parser();
  parser.on("packet", onPacket);
  socket.on("data", (bytes: Buffer) => parser.parse(bytes));
}
