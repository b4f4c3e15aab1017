import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { rotateCredential } from "#features/devices/index.ts";
import { seededRandom } from "#demo/history/seeded-random.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { connectPacket, mutate, validPackets } from "#test/packets/mutated-packets.ts";
import { addressOf, attempt } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { connectBroker } from "./connection-attacks.ts";

async function newLogin({ own, test }: AttackWorld) {
  const deviceId = await makeDevice(test.owner, own.outlet);
  const secret = (await transact(test.database, (uow) =>
    rotateCredential(uow, deviceId, new Date()),
  )) as string;
  return { deviceId, secret };
}

/** An invalid frame, after which the broker closes the connection. */
const terminator = Buffer.alloc(5_000);

/** Sends mutated packets with and without a login; events of another chair and its lost connection count as accepted. */
export const sendMalformedPackets: Attack = {
  name: "malformed MQTT packets",
  async run(world, count) {
    const { mqttUrl, test } = world;
    const [login, other] = [await newLogin(world), await newLogin(world)];
    const seed = randomBytes(6).toString("hex");
    const random = seededRandom(seed);
    const valid = validPackets(login);
    const { hostname, port } = new URL(mqttUrl);
    const { client, isOpen } = await connectBroker(mqttUrl, {
      clientId: other.deviceId,
      username: other.deviceId,
      password: other.secret,
    });
    if (!isOpen) throw new Error("the other chair could not connect");
    const { attempts } = await attempt(Math.min(count, 2_000), async (index) => {
      const packet = mutate(valid[index % valid.length] as Buffer, valid, random);
      const socket = connect({
        host: hostname,
        port: Number(port),
        localAddress: addressOf(4000 + (index % 50)),
      });
      socket.on("error", () => {}).resume();
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      const rest = Buffer.concat([packet, terminator]);
      if (index % 4 === 0) socket.write(rest);
      else socket.once("data", () => socket.write(rest)).write(connectPacket(login));
      await closed;
      return false;
    });
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
