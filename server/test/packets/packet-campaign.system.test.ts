import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import mqtt from "mqtt";
import { expect, it } from "vitest";
import { type SeededRandom, seededRandom } from "#demo/history/seeded-random.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { silentLog } from "#platform/logging/log.ts";
import { memoryInUse } from "#test/processes/memory-in-use.ts";
import { printedSeed } from "#test/random-seed.ts";
import { connectPacket, mutate, type PacketLogin, validPackets } from "./mutated-packets.ts";

/** Number of packets; `npm run campaign -- packets` sends a million. */
const wanted = Number(process.env["REPOSO_PACKETS"] ?? 10_000);
const connectionsAtOnce = 32;
const connectionsPerRound = 320;
const longestBurst = 8;
const maxGrowthBytes = 24 * 1024 * 1024;

const attackers: PacketLogin[] = Array.from({ length: 20 }, (_, index) => ({
  deviceId: `ATTACK${10 + index}`,
  secret: randomBytes(12).toString("base64url"),
}));
const observer: PacketLogin = { deviceId: "WITNESS1", secret: "the witness's" };
const serverSecret = "the server's";
const secretOf = new Map([...attackers, observer].map(({ deviceId, secret }) => [deviceId, secret]));

/** An invalid frame: the broker closes the connection after it has read everything before this frame. */
const terminator = Buffer.alloc(5_000);

/** Logs in if the burst has a login, then sends the rest; resolves when the broker has closed the connection. */
async function send(port: number, { login, bytes, isEarly }: Burst): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const sendRest = () => socket.write(Buffer.concat([bytes, terminator]));
  if (login === null) sendRest();
  else if (isEarly) socket.end(Buffer.concat([connectPacket(login), bytes]));
  else socket.once("data", sendRest).write(connectPacket(login));
  socket.resume();
  await closed;
}

interface Burst {
  readonly login: PacketLogin | null;
  readonly bytes: Buffer;
  readonly mutated: number;
  /**
   * True if everything is sent together with the CONNECT and the sender then closes its side, while the broker verifies
   * the secret.
   */
  readonly isEarly: boolean;
}

/**
 * Returns the bytes of one connection. Most connections log in first, since the broker closes others at their first
 * packet.
 */
function burst(random: SeededRandom): Burst {
  const login = random.pick(attackers, () => 1);
  const valid = validPackets(login);
  const chunks: Buffer[] = [];
  const mutated = random.between(1, longestBurst);
  for (let n = 0; n < mutated; n += 1) {
    chunks.push(
      mutate(
        random.pick(valid, () => 1),
        valid,
        random,
      ),
    );
    // Sometimes a valid packet follows, which the broker must not process after a violation.
    if (random.next() < 0.3) chunks.push(random.pick(valid, () => 1));
  }
  return {
    login: random.next() < 0.9 ? login : null,
    bytes: Buffer.concat(chunks),
    mutated,
    isEarly: random.next() < 0.2,
  };
}

it(
  "[G-9] [PROTO-1] survives mutated packets without affecting other chairs, delivering forged messages, or leaking memory",
  async () => {
    const random = seededRandom(String(printedSeed("packet campaign")));
    const broker = await startEmbeddedBroker({
      host: "127.0.0.1",
      port: 0,
      serverSecret,
      authenticateDevice: async (id, secret) => secretOf.get(id) === secret,
      log: silentLog,
    });
    const port = broker.port as number;
    const host = await mqtt.connectAsync(broker.url, {
      clientId: "server-a",
      username: serverUsername,
      password: serverSecret,
      reconnectPeriod: 0,
    });
    const { deviceId, secret } = observer;
    const chair = await mqtt.connectAsync(broker.url, {
      clientId: deviceId,
      username: deviceId,
      password: secret,
      reconnectPeriod: 0,
    });
    const fromObserver: string[] = [];
    let forged = 0;
    let delivered = 0;
    host.on("message", (topic, payload) => {
      if (topic.startsWith(`chairs/${deviceId}/`)) fromObserver.push(payload.toString());
      else if (/^chairs\/ATTACK\d\d\/(?:state|reply|event)$/.test(topic) && payload.length <= 2048)
        delivered += 1;
      else forged += 1;
    });
    await host.subscribeAsync(["chairs/+/state", "chairs/+/reply", "chairs/+/event"], { qos: 1 });

    let sent = 0;
    let rounds = 0;
    let baseline = 0;
    while (sent < wanted) {
      for (let opened = 0; opened < connectionsPerRound; opened += connectionsAtOnce) {
        const bursts = Array.from({ length: connectionsAtOnce }, () => burst(random));
        await Promise.all(bursts.map((one) => send(port, one)));
        sent += bursts.reduce((sum, { mutated }) => sum + mutated, 0);
      }
      rounds += 1;
      await chair.publishAsync(`chairs/${deviceId}/event`, String(rounds), { qos: 1 });
      await expect.poll(() => fromObserver.at(-1), { interval: 5 }).toBe(String(rounds));
      if (rounds === 2) baseline = memoryInUse();
    }
    // As its last action, each sender disconnects while its secret is being verified.
    await Promise.all(
      attackers.map((login) => send(port, { login, bytes: Buffer.alloc(0), mutated: 0, isEarly: true })),
    );
    await expect.poll(() => broker.connections()).toBe(2);
    await expect.poll(() => broker.connectedDevices()).toBe(1);
    const growth = memoryInUse() - baseline;
    console.log(
      `${sent} mutated packets: ${delivered} messages on the senders' own topics, ${forged} on others', memory ${(growth / 2 ** 20).toFixed(1)} MiB more than after two rounds`,
    );
    expect(fromObserver).toEqual(Array.from({ length: rounds }, (_, index) => String(index + 1)));
    expect([host.connected, chair.connected, forged]).toEqual([true, true, 0]);
    expect(delivered).toBeGreaterThan(0);
    expect(rounds).toBeGreaterThan(2);
    expect(growth).toBeLessThan(maxGrowthBytes);
    await Promise.all([host.endAsync(true), chair.endAsync(true)]);
    await broker.close();
  },
  60_000 + wanted * 2,
);
