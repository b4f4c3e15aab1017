import { chairTopic } from "@reposo/contract/devices/chair-topics.ts";
import type { SectionCheck } from "#conformance/conformance-check.ts";
import { expectThat } from "#conformance/check-failure.ts";
import { readMessage } from "#conformance/chair-session.ts";

export const connectionChecks: readonly SectionCheck[] = [
  {
    id: "connect-identity",
    title: "Connects with MQTT 3.1.1; client ID and username are the device ID",
    async run({ session }) {
      const connection = session.broker.connections.at(-1);
      expectThat(connection !== undefined, "the chair did not connect");
      const { clientId, username, protocolVersion } = connection;
      expectThat(protocolVersion === 4, `the protocol version is ${protocolVersion}, not 4`);
      expectThat(clientId === session.deviceId, `the client ID is "${clientId}"`);
      expectThat(username === session.deviceId, `the username is "${username}"`);
    },
  },
  {
    id: "connect-keepalive",
    title: "Announces a keep-alive of at most 300 seconds",
    async run({ session }) {
      const seconds = session.broker.connections.at(-1)?.keepaliveSeconds ?? 0;
      expectThat(seconds > 0 && seconds <= 300, `the keep-alive is ${seconds} s`);
    },
  },
  {
    id: "last-will",
    title: 'Registers the retained last will {"online":false} on its state topic',
    async run({ session: { broker, deviceId } }) {
      const will = broker.connections.at(-1)?.will;
      expectThat(will !== null && will !== undefined, "the connection has no last will");
      expectThat(will.topic === chairTopic(deviceId, "state"), `the last will's topic is ${will.topic}`);
      expectThat(will.retain, "the last will is not retained");
      expectThat(will.qos === 1, `the last will's QoS is ${will.qos}`);
      const payload = readMessage(will, deviceId, "state");
      expectThat(payload?.online === false, `the last will's payload is ${will.payload.toString()}`);
    },
  },
  {
    id: "subscriptions",
    title: "Subscribes to its own command and receipt topics with QoS 1, and to nothing else",
    async run({ session: { broker, deviceId } }) {
      const subscriptions = broker.connections.flatMap((one) => one.subscriptions);
      const own = [chairTopic(deviceId, "command"), chairTopic(deviceId, "receipt")];
      for (const topic of own)
        expectThat(
          subscriptions.some((one) => one.topic === topic),
          `there is no subscription to ${topic}`,
        );
      for (const { topic, qos } of subscriptions) {
        expectThat(own.includes(topic), `the chair subscribes to ${topic}`);
        expectThat(qos >= 1, `the chair subscribes to ${topic} with QoS ${qos}`);
      }
    },
  },
  {
    id: "state-on-connect",
    title: "Publishes its state on connecting",
    async run({ session: { broker, deviceId, waitFor } }) {
      const connection = broker.connections.at(-1);
      await waitFor(
        () => connection?.published.some((packet) => readMessage(packet, deviceId, "state")?.online),
        "a valid state of this connection",
      );
    },
  },
  {
    id: "reconnect",
    title: "Connects again by itself after the connection was lost, and publishes its state",
    async run({ session: { broker, deviceId, waitFor, timing } }) {
      const before = broker.connections.length;
      broker.disconnect();
      const connection = await waitFor(
        () => broker.connections.slice(before).at(-1),
        "a new connection",
        timing.returnMs,
      );
      await waitFor(
        () => connection.published.some((packet) => readMessage(packet, deviceId, "state")?.online),
        "a valid state of the new connection",
      );
    },
  },
];
