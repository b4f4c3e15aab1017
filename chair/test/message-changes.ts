import type { PayloadOf, UpTopic } from "@reposo/contract/devices/chair-topics.ts";
import type { IPublishPacket, Packet } from "mqtt-packet";
import type { Tamper } from "./tampered-line.ts";

/** A chair that breaks one rule of the protocol. `fails` lists exactly the checks that must fail for it. */
export interface Violation {
  readonly name: string;
  readonly fails: readonly string[];
  tamper(): Tamper;
}

export type Command = PayloadOf<"command">;
export type Change<T extends UpTopic> = (payload: PayloadOf<T>) => PayloadOf<T> | null;

/**
 * Returns a function that changes the chair's messages on one topic; if `change` returns null, the message is dropped.
 */
export const onTopic =
  <T extends UpTopic>(topic: T, change: Change<T>) =>
  (packet: Packet): Packet | null => {
    if (packet.cmd !== "publish" || !packet.topic.endsWith(`/${topic}`)) return packet;
    const payload = change(JSON.parse(packet.payload.toString()) as PayloadOf<T>);
    return payload === null ? null : { ...packet, payload: JSON.stringify(payload) };
  };

export const onEvents = (change: Change<"event">): Tamper => ({ fromChair: onTopic("event", change) });

/** Returns a function that changes the server's commands of one type. */
export const onCommands =
  (type: Command["type"], change: (command: Command) => Command) =>
  (packet: Packet): Packet => {
    if (packet.cmd !== "publish" || !packet.topic.endsWith("/command")) return packet;
    const text = packet.payload.toString();
    const command = isJson(text) ? (JSON.parse(text) as Command | null) : null;
    return command?.type === type ? { ...packet, payload: JSON.stringify(change(command)) } : packet;
  };

/** Changes the chair's replies to one type of command; if `change` returns null, the reply is dropped. */
export function onRepliesTo(type: PayloadOf<"command">["type"], change: Change<"reply">): Tamper {
  const sent = new Set<string>();
  return {
    toChair(packet) {
      if (packet.cmd === "publish" && packet.topic.endsWith("/command")) {
        const text = packet.payload.toString();
        const command = isJson(text) ? (JSON.parse(text) as Partial<PayloadOf<"command">> | null) : null;
        if (command?.type === type && command.commandId !== undefined) sent.add(command.commandId);
      }
      return packet;
    },
    fromChair: onTopic("reply", (reply) => (sent.has(reply.commandId) ? change(reply) : reply)),
  };
}

export const onPublish = (topic: UpTopic, change: (packet: IPublishPacket) => Packet): Tamper => ({
  fromChair: (packet) =>
    packet.cmd === "publish" && packet.topic.endsWith(`/${topic}`) ? change(packet) : packet,
});

export const receiptsChanged =
  (change: (receipt: PayloadOf<"receipt">) => PayloadOf<"receipt">) => (packet: Packet) => {
    if (packet.cmd !== "publish" || !packet.topic.endsWith("/receipt")) return packet;
    const receipt = JSON.parse(packet.payload.toString()) as PayloadOf<"receipt">;
    return { ...packet, payload: JSON.stringify(change(receipt)) };
  };

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
