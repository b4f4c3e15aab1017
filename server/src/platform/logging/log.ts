import type { Clock } from "#platform/time/clock.ts";
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

const windowMs = 60_000;

/** A log for lines that clients can cause, see `createLimitedLog`. */
export interface LimitedLog {
  error(detail: Readonly<Record<string, unknown>>, message: string): void;
  warn(detail: Readonly<Record<string, unknown>>, message: string): void;
  info(detail: Readonly<Record<string, unknown>>, message: string): void;
}

/**
 * Logs each message at most `maxPerMinute` times a minute, so that neither unauthenticated clients nor an outage fill
 * the disk. The first line after that minute contains the number of omitted lines as `omitted`.
 */
export function createLimitedLog(log: Log, clock: Clock, maxPerMinute: number): LimitedLog {
  const windows = new Map<string, { startMs: number; count: number }>();
  const write =
    (level: "error" | "warn" | "info") =>
    (detail: Readonly<Record<string, unknown>>, message: string): void => {
      const nowMs = clock.now().getTime();
      let window = windows.get(message);
      let omitted = 0;
      if (window === undefined || Math.abs(nowMs - window.startMs) >= windowMs) {
        omitted = Math.max(0, (window?.count ?? 0) - maxPerMinute);
        window = { startMs: nowMs, count: 0 };
        windows.set(message, window);
      }
      window.count += 1;
      if (window.count <= maxPerMinute) log[level](omitted > 0 ? { ...detail, omitted } : detail, message);
    };
  return { error: write("error"), warn: write("warn"), info: write("info") };
}
