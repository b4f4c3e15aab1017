import { type Static, Type } from "typebox";
import { ChairConfiguration } from "./chair-configuration.ts";
import { Amount, CurrencyField, Gear, Nullable, OneOf, uuidPattern } from "#fields.ts";

/** Maximum size of a message in bytes; server and chairs ignore larger messages. */
export const maxChairMessageBytes = 2048;

/** Maximum length of a run in seconds. */
export const maxRunSeconds = 36_000;
export const faultCodePattern = "^[A-Za-z0-9._-]{1,32}$";
/** Maximum length of the reason with which a chair refuses a command. */
export const maxRefusalLength = 64;

const Id = Type.String({ minLength: 1, maxLength: 64 });
const Seconds = Type.Integer({
  minimum: 0,
  maximum: maxRunSeconds,
  description: "Duration in seconds, 0 to 36,000.",
});
const FaultCode = Type.String({
  pattern: faultCodePattern,
  description: "Fault code defined by the controller, 1 to 32 characters.",
});
const ChairInstant = Type.String({ minLength: 1, maxLength: 40, description: "Instant in ISO 8601, UTC." });

/** The current run of a chair; null if the chair is idle. A run of an order has `orderId`, a run of coins `runId`. */
export const Running = Nullable(
  Type.Object({
    orderId: Type.Optional(Id),
    runId: Type.Optional(Id),
    gear: Gear,
    elapsedSeconds: Seconds,
    totalSeconds: Seconds,
  }),
);

export const minSignalDbm = -150;
export const maxSignalDbm = 0;

export const Signal = Type.Integer({
  minimum: minSignalDbm,
  maximum: maxSignalDbm,
  description: "Signal strength (RSSI) in dBm.",
});

export const isSignal = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= minSignalDbm && Number(value) <= maxSignalDbm;

/**
 * Returns the state without its signal if the signal is invalid. Modems without a reading report values such as 99,
 * which must not invalidate the rest of the state.
 */
export function omitInvalidSignal(state: unknown): unknown {
  if (state === null || typeof state !== "object" || !("signal" in state) || isSignal(state.signal))
    return state;
  const { signal: _, ...rest } = state;
  return rest;
}

/** `chairs/<id>/state`: chair to server, retained. The last will contains only `online`. */
export const ChairState = Type.Union([
  Type.Object({
    online: Type.Literal(true),
    bootId: Id,
    firmware: Type.String({ maxLength: 64 }),
    running: Running,
    fault: Nullable(FaultCode),
    coinCounter: Type.Integer({
      minimum: 0,
      description:
        "Total amount of all coins ever inserted, in minor units, as counted by the coin acceptor.",
    }),
    epoch: Id,
    signal: Type.Optional({
      ...Signal,
      description:
        "Signal strength (RSSI) in dBm; omitted if the chair has no reading. The server ignores invalid values and processes the rest of the state.",
    }),
    configuration: Type.Optional({
      ...ChairConfiguration,
      description: "Current configuration of the chair; absent for chairs that cannot be configured.",
    }),
  }),
  Type.Object({ online: Type.Literal(false) }),
]);

export const commandTypes = ["start", "stop", "extend", "identify", "configure", "report"] as const;

/** `chairs/<id>/command`: server to chair, never retained. */
export const ChairCommand = Type.Object({
  commandId: Id,
  type: OneOf(commandTypes),
  orderId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        "ID of the order whose run is started, stopped, or extended. An `extend` adds `seconds` to the current run of this order.",
    }),
  ),
  gear: Type.Optional(Gear),
  seconds: Type.Optional(Seconds),
  configuration: Type.Optional({
    ...ChairConfiguration,
    description: "New configuration of a `configure` command.",
  }),
  notAfter: Type.String({
    description: "Instant after which the chair replies `expired` and does not execute the command.",
  }),
  serverTime: Type.String({
    description:
      "Time of the server when it sent the command. After validating a command, even an expired one, the chair sets its clock to this time.",
  }),
});

export const replyOutcomes = ["done", "refused", "expired", "duplicate"] as const;

/** `chairs/<id>/reply`: chair to server. */
export const ChairReply = Type.Object({
  commandId: Type.String({
    pattern: uuidPattern,
    description: "ID of the command, a UUID in lower case.",
  }),
  outcome: OneOf(replyOutcomes),
  reason: Type.Optional(
    Type.String({
      maxLength: maxRefusalLength,
      description:
        "Reason of a refusal. For a refused start, customers get an explanation of `busy` (another massage runs), `fault` (a technical fault), `gear` (the chair lacks this gear), `seat` (nobody sits in the chair), and `door` (a door or cover is open); a fault code is shown as it is.",
    }),
  ),
  running: Running,
});

export const chairEventTypes = ["started", "stopped", "finished", "coin", "fault", "cleared"] as const;

/**
 * `chairs/<id>/event`: chair to server. The chair numbers events from 1 within an epoch and resends each one until a
 * receipt confirms it.
 */
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
        "Reason of a `stopped` event: `button` (stopped at the chair), `command` (stopped by a command), `fault`, or `powerLoss`. Without a known reason, an event with `fault` counts as stopped by a fault. A run that is reported as finished, or as stopped without a known reason and without `fault`, counts as ended by a fault if it was more than 5 seconds and more than 2 % shorter than its bought time, unless the server had sent the chair a stop.",
    }),
  ),
});

/**
 * `chairs/<id>/receipt`: server to chair. Confirms that the database stores all events of the epoch up to number
 * `upTo`; 0 confirms none.
 */
export const ChairReceipt = Type.Object({
  epoch: Id,
  upTo: Type.Integer({ minimum: 0 }),
  pauseSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3600,
      description:
        "The chair has sent too many events. It sends no event for this time, and then continues with the first event without a receipt. Other messages are not affected.",
    }),
  ),
});

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
// Not resolved for a type parameter, for the reason in endpoint.ts.
type Payloads = { [T in ChairTopic]: Static<(typeof chairTopics)[T]["payload"]> };
export type PayloadOf<T extends ChairTopic> = Payloads[T];

export const chairTopic = (deviceId: string, topic: ChairTopic): string => `chairs/${deviceId}/${topic}`;

/** Returns the device ID and the kind of a chair's topic; null for any other topic. */
export function parseChairTopic(topic: string): { deviceId: string; topic: ChairTopic } | null {
  const match = /^chairs\/([A-Z0-9]{4,20})\/(state|command|reply|event|receipt)$/.exec(topic);
  return match ? { deviceId: match[1] as string, topic: match[2] as ChairTopic } : null;
}
