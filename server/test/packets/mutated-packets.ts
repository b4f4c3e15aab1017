import { maxChairMessageBytes } from "@reposo/contract/devices/chair-topics.ts";
import type { SeededRandom } from "#demo/history/seeded-random.ts";

/** Encodes bytes or a text with a preceding two-byte length, as MQTT does. */
function field(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function frame(firstByte: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  let left = body.length;
  do {
    const byte = left & 0x7f;
    left >>= 7;
    length.push(left > 0 ? byte | 0x80 : byte);
  } while (left > 0);
  return Buffer.concat([Buffer.from([firstByte, ...length]), body]);
}

const number = (value: number) => Buffer.from([value >> 8, value & 0xff]);

export interface PacketLogin {
  readonly deviceId: string;
  readonly secret: string;
}

/** Returns a CONNECT packet with user name, password, last will, and a clean session. */
export const connectPacket = ({ deviceId, secret }: PacketLogin): Buffer =>
  frame(
    0x10,
    field("MQTT"),
    Buffer.from([4, 0b1110_1110, 0, 60]),
    field(deviceId),
    field(`chairs/${deviceId}/state`),
    field('{"online":false}'),
    field(deviceId),
    field(secret),
  );

/** Returns one packet of each kind that a client of MQTT 3.1.1 may send, and of each kind that only a broker may send. */
export function validPackets(login: PacketLogin): Buffer[] {
  const topic = (name: string) => field(`chairs/${login.deviceId}/${name}`);
  const event = Buffer.from('{"epoch":"e","seq":1,"at":null,"type":"started"}');
  return [
    connectPacket(login),
    frame(0x30, topic("event"), event),
    frame(0x32, topic("event"), number(7), event),
    frame(0x33, topic("state"), number(8), Buffer.from('{"online":false}')),
    frame(0x34, topic("reply"), number(9), event),
    frame(0x32, topic("reply"), number(10), Buffer.alloc(maxChairMessageBytes, 0x20)),
    ...[0x40, 0x50, 0x62, 0x70].map((type) => frame(type, number(7))),
    frame(0x82, number(11), topic("command"), Buffer.from([1])),
    frame(0x82, number(12), field("#"), Buffer.from([0]), topic("receipt"), Buffer.from([1])),
    frame(0xa2, number(13), topic("command")),
    ...[0xc0, 0xd0, 0xe0].map((type) => frame(type)),
    frame(0x20, number(0)),
    frame(0x90, number(11), Buffer.from([1])),
  ];
}

const boundaryBytes = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff];

/** Applies one to four changes: changed bits, bytes, or lengths, cuts, repetitions, and pieces of other packets. */
export function mutate(packet: Buffer, others: readonly Buffer[], random: SeededRandom): Buffer {
  let bytes = Buffer.from(packet);
  const place = () => random.between(0, Math.max(0, bytes.length - 1));
  for (let changes = random.between(1, 4); changes > 0; changes -= 1) {
    const at = place();
    const other = random.pick(others, () => 1);
    const change = random.between(0, 7);
    if (change === 0 && bytes.length > 0) bytes[at] = (bytes[at] as number) ^ (1 << random.between(0, 7));
    else if (change === 1 && bytes.length > 0) bytes[at] = random.between(0, 255);
    else if (change === 2 && bytes.length > 1)
      bytes[random.between(0, Math.min(6, bytes.length - 1))] = random.pick(boundaryBytes, () => 1);
    else if (change === 3) bytes = bytes.subarray(0, at);
    else if (change === 4) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(place())]);
    else if (change === 5)
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        other.subarray(0, random.between(0, other.length)),
        bytes.subarray(at),
      ]);
    else if (change === 6)
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.alloc(random.between(1, 64), random.between(0, 255)),
        bytes.subarray(at),
      ]);
    else bytes = Buffer.concat([bytes, other]);
  }
  return bytes;
}
