import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

const secretFields = [
  "authorization",
  "cashCouponCode",
  "couponCode",
  "credential",
  "nonce",
  "password",
  "secret",
  "serverSecret",
  "signature",
  "ticket",
  "token",
];

/** Redaction paths of headers; pino requires quotes around names with a hyphen, such as `access-token`. */
const headerPaths = ['headers["access-token"]', "headers.authorization", "headers.cookie"];

const redactedPaths = [
  ...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  ...headerPaths.flatMap((path) => [path, `*.${path}`]),
];

export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** Writes JSON lines. Fields of `secretFields`, up to two levels deep, and headers with credentials are redacted. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, redact: { paths: redactedPaths, censor: "[redacted]" } };
  return destination ? pino(options, destination) : pino(options);
}

export const silentLog: Log = createLog("silent");
