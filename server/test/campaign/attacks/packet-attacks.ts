import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { rotateCredential } from "#features/devices/index.ts";
import { seededRandom } from "#demo/history/seeded-random.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { connectPacket, mutate, type PacketLogin, validPackets } from "#test/packets/mutated-packets.ts";
import { addressOf, attempt } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { connectBroker } from "./broker-attacks.ts";

async function newLogin({ own, test }: AttackWorld): Promise<PacketLogin> {
  const deviceId = await makeDevice(test.owner, own.outlet);
  const secret = (await transact(test.database, (uow) =>
    rotateCredential(uow, deviceId, new Date()),
  )) as string;
  return { deviceId, secret };
}

/** An invalid frame, after which the broker closes the connection. */
const terminator = Buffer.alloc(5_000);

/** Returns a valid publication with quality of service 1, which the broker acknowledges. */
const publicationOf = (login: PacketLogin): Buffer => validPackets(login)[2] as Buffer;

/** Opens a connection, and logs in unless `login` is null. @throws Error if the broker refuses the login */
async function openSocket(world: AttackWorld, login: PacketLogin | null, from: number) {
  const { hostname, port } = new URL(world.mqttUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(from) });
  socket.on("error", () => {});
  const closed = new Promise<null>((resolve) => socket.once("close", () => resolve(null)));
  const next = () => Promise.race([closed, new Promise<Buffer>((resolve) => socket.once("data", resolve))]);
  if (login) {
    const answered = next();
    socket.write(connectPacket(login));
    const connack = await answered;
    if (connack?.[0] !== 0x20 || connack[3] !== 0) throw new Error("a chair with its secret was refused");
  }
  return { socket, closed, next };
}

/** Sends mutated packets with and without a login; events of another chair and its lost connection count as accepted. */
export const sendMalformedPackets: Attack = {
  name: "malformed MQTT packets",
  async run(world, count) {
    const { mqttUrl, test } = world;
    const workers = 8;
    // Each worker has a chair of its own: a connection of the same chair would end the connections before it.
    const free = await Promise.all(Array.from({ length: workers }, () => newLogin(world)));
    const other = await newLogin(world);
    const seed = randomBytes(6).toString("hex");
    const random = seededRandom(seed);
    const { client, isOpen } = await connectBroker(mqttUrl, {
      clientId: other.deviceId,
      username: other.deviceId,
      password: other.secret,
    });
    if (!isOpen) throw new Error("the other chair could not connect");
    for (const login of free) {
      const { socket, next } = await openSocket(world, login, 3999);
      const answered = next();
      socket.write(publicationOf(login));
      if ((await answered)?.[0] !== 0x40) throw new Error("a valid packet is not acknowledged");
      socket.destroy();
    }
    const { attempts } = await attempt(
      Math.min(count, 2_000),
      async (index) => {
        const login = free.pop() as PacketLogin;
        const valid = validPackets(login);
        const packet = mutate(valid[index % valid.length] as Buffer, valid, random);
        const from = 4000 + (index % 50);
        const { socket, closed } = await openSocket(world, index % 4 === 0 ? null : login, from);
        socket.resume().write(Buffer.concat([packet, terminator]));
        await closed;
        free.push(login);
        return false;
      },
      workers,
    );
    const isConnected = client.connected;
    client.end(true);
    const { events } = await sql<{ events: number }>`
      SELECT count(*)::int AS events FROM chair_event WHERE device_id = ${other.deviceId}`.firstRow(
      test.owner,
    );
    if (!isConnected || events > 0) console.error(`malformed MQTT packets: seed ${seed}`);
    return { attempts, accepted: events + Number(!isConnected) };
  },
};
