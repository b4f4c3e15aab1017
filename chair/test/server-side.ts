import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { chairTopic, type PayloadOf, parseChairTopic } from "@reposo/contract/devices/chair-topics.ts";
import mqtt from "mqtt";

export type Command = PayloadOf<"command">;

/**
 * Opens a client that sends commands like a server and records all messages of chairs, without any logic of the server.
 */
export async function openServerSide(url: string, now: () => Date = () => new Date(), device = "+") {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 50 });
  (client.stream as Socket).setNoDelay(true);
  const states: { deviceId: string; state: PayloadOf<"state">; retained: boolean }[] = [];
  const replies: PayloadOf<"reply">[] = [];
  const events: { deviceId: string; event: PayloadOf<"event"> }[] = [];
  client.on("message", (topic, bytes, packet) => {
    const parsed = parseChairTopic(topic);
    if (!parsed || bytes.length === 0) return;
    const payload: unknown = JSON.parse(bytes.toString());
    const { deviceId } = parsed;
    if (parsed.topic === "state")
      states.push({ deviceId, state: payload as PayloadOf<"state">, retained: packet.retain });
    if (parsed.topic === "reply") replies.push(payload as PayloadOf<"reply">);
    if (parsed.topic === "event") events.push({ deviceId, event: payload as PayloadOf<"event"> });
  });
  await client.subscribeAsync(
    [`chairs/${device}/state`, `chairs/${device}/reply`, `chairs/${device}/event`],
    { qos: 1 },
  );

  const command = (type: Command["type"], rest: Partial<Command> = {}): Command => ({
    commandId: randomUUID(),
    type,
    serverTime: now().toISOString(),
    notAfter: new Date(now().getTime() + 20_000).toISOString(),
    ...rest,
  });
  const send = (deviceId: string, message: Command) =>
    client.publishAsync(chairTopic(deviceId, "command"), JSON.stringify(message), { qos: 1 });

  return {
    states,
    replies,
    events,
    command,
    send,
    eventsOf: (deviceId: string) =>
      events.filter((each) => each.deviceId === deviceId).map(({ event }) => event),
    /**
     * Sends the command and returns the next reply with its command ID. Earlier replies to the same command ID are
     * ignored.
     */
    async request(deviceId: string, message: Command): Promise<PayloadOf<"reply">> {
      const repliesBefore = replies.length;
      await send(deviceId, message);
      return until(
        () => replies.slice(repliesBefore).find((reply) => reply.commandId === message.commandId),
        `reply to ${message.type}`,
      );
    },
    receipt: (deviceId: string, receipt: PayloadOf<"receipt">) =>
      client.publishAsync(chairTopic(deviceId, "receipt"), JSON.stringify(receipt), { qos: 1 }),
    close: () => client.endAsync(true),
  };
}

/**
 * Polls until `read` returns a value.
 * @throws Error with `what` after `timeoutMs`
 */
export async function until<T>(
  read: () => T | undefined | null | false,
  what: string,
  timeoutMs = 15_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = read();
    if (value !== undefined && value !== null && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`timed out waiting for: ${what}`);
    await sleep(2);
  }
}

/** Waits for a time in which the test expects no messages. */
export const quiet = (milliseconds: number) => sleep(milliseconds);
