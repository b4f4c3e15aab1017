import { type Static, Type } from "typebox";
import { ChairConfiguration } from "./chair-configuration.ts";
import { Amount, CurrencyField, Gear, Nullable, OneOf, uuidPattern } from "#fields.ts";

/** MQTT 3.1.1, QoS 1. A message above this many bytes is refused on both sides. */
export const maxChairMessageBytes = 2048;

const Id = Type.String({ minLength: 1, maxLength: 64 });
const Seconds = Type.Integer({ minimum: 0, maximum: 36_000, description: "Seconds." });
const FaultCode = Type.String({
  pattern: "^[A-Za-z0-9._-]{1,32}$",
  description: "The controller's own fault code.",
});
const ChairInstant = Type.String({ minLength: 1, maxLength: 40, description: "ISO 8601, UTC." });

export const Running = Nullable(
  Type.Object({
    orderId: Type.Optional(Id),
    runId: Type.Optional(Id),
    gear: Gear,
    elapsedSeconds: Seconds,
    totalSeconds: Seconds,
  }),
);

/** `chairs/<id>/state`, up, retained. The last will holds `online` alone. */
export const ChairState = Type.Union([
  Type.Object({
    online: Type.Literal(true),
    bootId: Id,
    firmware: Type.String({ maxLength: 64 }),
    running: Running,
    fault: Nullable(FaultCode),
    coinCounter: Type.Integer({
      minimum: 0,
      description: "Minor units ever taken in, as the coin box counts.",
    }),
    epoch: Id,
    configuration: Type.Optional({
      ...ChairConfiguration,
      description: "What the chair applies; absent from chairs that cannot be configured.",
    }),
  }),
  Type.Object({ online: Type.Literal(false) }),
]);

export const commandTypes = ["start", "stop", "extend", "identify", "configure", "report"] as const;

/** `chairs/<id>/command`, down, never retained. */
export const ChairCommand = Type.Object({
  commandId: Id,
  type: OneOf(commandTypes),
  orderId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        "Whose run it is about. An extend names the order that runs, and in `seconds` what to add.",
    }),
  ),
  gear: Type.Optional(Gear),
  seconds: Type.Optional(Seconds),
  configuration: Type.Optional({ ...ChairConfiguration, description: "Of a `configure`." }),
  notAfter: Type.String({ description: "After this instant the chair answers `expired` and does nothing." }),
  serverTime: Type.String({
    description:
      "The server's clock at sending. The chair sets its own by it with every command, also one that it answers with `expired`, after judging the command.",
  }),
});

export const replyOutcomes = ["done", "refused", "expired", "duplicate"] as const;

/** `chairs/<id>/reply`, up. */
export const ChairReply = Type.Object({
  commandId: Type.String({
    pattern: uuidPattern,
    description: "The command's own id; a UUID in lower case.",
  }),
  outcome: OneOf(replyOutcomes),
  reason: Type.Optional(Type.String({ maxLength: 64 })),
  running: Running,
});

export const chairEventTypes = ["started", "stopped", "finished", "coin", "fault", "cleared"] as const;

/** `chairs/<id>/event`, up. Numbered from 1 in an epoch, sent again until a receipt covers it. */
export const ChairEvent = Type.Object({
  epoch: Id,
  seq: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  at: Nullable(ChairInstant),
  type: OneOf(chairEventTypes),
  orderId: Type.Optional(Id),
  runId: Type.Optional(Id),
  gear: Type.Optional(Gear),
  seconds: Type.Optional(Seconds),
  amount: Type.Optional(Amount),
  currency: Type.Optional(CurrencyField),
  counterBefore: Type.Optional(Type.Integer({ minimum: 0 })),
  counterAfter: Type.Optional(Type.Integer({ minimum: 0 })),
  fault: Type.Optional(FaultCode),
  reason: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "Why a run stopped: `button` (by hand at the chair), `command` (by ours), `fault` or `powerLoss`. Any other, or none, counts as the chair's own doing unless it had been told to stop.",
    }),
  ),
});

/** `chairs/<id>/receipt`, down: every event up to `upTo` of this epoch is in the database. */
export const ChairReceipt = Type.Object({ epoch: Id, upTo: Type.Integer({ minimum: 0 }) });

export const chairTopics = {
  state: { direction: "up", retained: true, payload: ChairState },
  command: { direction: "down", retained: false, payload: ChairCommand },
  reply: { direction: "up", retained: false, payload: ChairReply },
  event: { direction: "up", retained: false, payload: ChairEvent },
  receipt: { direction: "down", retained: false, payload: ChairReceipt },
} as const;

export type ChairTopic = keyof typeof chairTopics;
export type UpTopic = "state" | "reply" | "event";
export type DownTopic = "command" | "receipt";
export type PayloadOf<T extends ChairTopic> = Static<(typeof chairTopics)[T]["payload"]>;

export const chairTopic = (deviceId: string, topic: ChairTopic): string => `chairs/${deviceId}/${topic}`;

/** The parts of a topic, or null where it is none of ours. */
export function parseChairTopic(topic: string): { deviceId: string; topic: ChairTopic } | null {
  const match = /^chairs\/([A-Z0-9]{4,20})\/(state|command|reply|event|receipt)$/.exec(topic);
  return match ? { deviceId: match[1] as string, topic: match[2] as ChairTopic } : null;
}
