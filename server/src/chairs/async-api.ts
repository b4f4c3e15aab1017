import { productVersion } from "@reposo/contract/product-version.ts";
import type { TSchema } from "typebox";
import { type ChairTopic, chairTopics, maxChairMessageBytes } from "@reposo/contract/devices/chair-topics.ts";
import { deviceIdPattern } from "@reposo/contract/fields.ts";

const summaries: Record<ChairTopic, string> = {
  state:
    "State of the chair: on connect, on change, and at least every 60 s while running. Retained; the " +
    "last will replaces it by `online: false`.",
  command:
    "A command of the server. Never retained; not executed after `notAfter`. A start or an extension without a reply " +
    "is sent again, with the same `commandId`, when the chair sends a message.",
  reply: "The chair's reply to a command.",
  event:
    "An event of the chair, numbered from 1 in an epoch, sent in order and repeated until a receipt covers it.",
  receipt: "Every event up to `upTo` is in the database; the chair may delete them.",
};

/** Builds the AsyncAPI 3 document of the MQTT protocol from the perspective of a chair. */
export function asyncApiDocument() {
  const topics = Object.entries(chairTopics) as [ChairTopic, (typeof chairTopics)[ChairTopic]][];
  const each = <T>(build: (topic: ChairTopic, declared: (typeof chairTopics)[ChairTopic]) => T) =>
    Object.fromEntries(topics.map(([topic, declared]) => [topic, build(topic, declared)]));

  return {
    asyncapi: "3.0.0",
    info: {
      title: "Reposo chair protocol",
      version: productVersion,
      description:
        `MQTT 3.1.1, QoS 1, JSON of at most ${maxChairMessageBytes} bytes. User name and client id are the ` +
        "device id, the password is the device's own secret. A device may publish only its own state, reply and " +
        "event and subscribe only to its own command and receipt.",
    },
    defaultContentType: "application/json",
    servers: {
      broker: {
        host: "localhost:1883",
        protocol: "mqtt",
        protocolVersion: "3.1.1",
        description: "The operator's broker; over TLS where a certificate is configured.",
        security: [{ $ref: "#/components/securitySchemes/device" }],
      },
    },
    channels: each((topic) => ({
      address: `chairs/{deviceId}/${topic}`,
      title: topic,
      description: summaries[topic],
      parameters: { deviceId: { description: `A chair's id: ${deviceIdPattern}` } },
      messages: { [topic]: { $ref: `#/components/messages/${topic}` } },
    })),
    operations: each((topic, { direction, retained }) => ({
      action: direction === "up" ? "send" : "receive",
      channel: { $ref: `#/channels/${topic}` },
      summary: summaries[topic],
      messages: [{ $ref: `#/channels/${topic}/messages/${topic}` }],
      bindings: {
        mqtt: direction === "up" ? { qos: 1, retain: retained, bindingVersion: "0.2.0" } : mqttReceive,
      },
    })),
    components: {
      securitySchemes: {
        device: { type: "userPassword", description: "Device id and the device's secret." },
      },
      messages: each((topic) => ({
        name: topic,
        title: topic,
        summary: summaries[topic],
        contentType: "application/json",
        payload: { $ref: `#/components/schemas/${topic}` },
      })),
      schemas: each((_topic, { payload }) => plain(payload)),
    },
  };
}

const mqttReceive = { qos: 1, bindingVersion: "0.2.0" } as const;

/** Returns a copy without the schema library's internal properties. */
const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
