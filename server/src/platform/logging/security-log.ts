import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "./log.ts";

/** Log messages of security events, which are logged at level `info` and counted in the metrics. */
const messages = {
  "login.succeeded": "an account logged in",
  "login.failed": "a login was refused",
  "password.changed": "a manager changed their password",
  "password.refused": "a change of a password was refused",
  "session.loggedOut": "a session was ended by its user",
  "call.forbidden": "a call lacked the required permission",
  "call.rateLimited": "a call exceeded a limit",
  "webhook.forged": "a webhook was not signed by its payment provider",
  "upload.forbidden":
    "an upload or a bucket's callback was not allowed by a policy or signature of this server",
  "chair.refused": "a chair's credential was refused",
  "chair.identityShared": "several boards use the identity of a chair",
  "export.started": "a file was exported",
} as const;

export type SecurityEvent = keyof typeof messages;

export interface SecurityLog {
  /** `facts` must not contain secrets or text sent by anonymous callers. */
  record(event: SecurityEvent, facts: Readonly<Record<string, string | number | null>>): void;
  /** Logs how many events of past minutes were omitted from the log. */
  flush(): void;
}

const windowMs = 60_000;

/** Limit per kind of event, so that an attack cannot fill the disk with log lines. */
export const linesPerMinute = 60;
/** Limit per kind of event and address, so that one client cannot push the events of others out of the log. */
export const linesPerAddress = 10;

interface Window {
  readonly startMs: number;
  lines: number;
  /** Number of lines by address; null: events without an address. */
  readonly linesOf: Map<string | number | null, number>;
  suppressed: number;
}

export function createSecurityLog({
  log,
  clock,
  count = () => undefined,
}: {
  readonly log: Log;
  readonly clock: Clock;
  /** Called for every event, including events that are not logged. */
  readonly count?: (event: SecurityEvent) => void;
}): SecurityLog {
  const windows = new Map<SecurityEvent, Window>();

  const isOver = ({ startMs }: Window, nowMs: number): boolean =>
    nowMs - startMs >= windowMs || nowMs < startMs;

  function close(event: SecurityEvent, { startMs, suppressed }: Window): void {
    windows.delete(event);
    if (suppressed === 0) return;
    const since = new Date(startMs).toISOString();
    log.info(
      { security: event, since, suppressed },
      "events omitted from the log, because they exceeded the limit per minute",
    );
  }

  return {
    record(event, facts) {
      count(event);
      const nowMs = clock.now().getTime();
      const past = windows.get(event);
      if (past && isOver(past, nowMs)) close(event, past);
      const window = windows.get(event) ?? {
        startMs: nowMs,
        lines: 0,
        linesOf: new Map<string | number | null, number>(),
        suppressed: 0,
      };
      windows.set(event, window);
      const { address = null } = facts;
      const linesOfAddress = window.linesOf.get(address) ?? 0;
      const isAddressOver = address !== null && linesOfAddress >= linesPerAddress;
      if (window.lines >= linesPerMinute || isAddressOver) window.suppressed += 1;
      else {
        window.lines += 1;
        window.linesOf.set(address, linesOfAddress + 1);
        log.info({ security: event, ...facts }, messages[event]);
      }
    },
    flush() {
      const nowMs = clock.now().getTime();
      for (const [event, window] of windows) if (isOver(window, nowMs)) close(event, window);
    },
  };
}

/** A security log that discards all events, for components that were given none. */
export const noSecurityLog: SecurityLog = { record: () => undefined, flush: () => undefined };
