import { databaseDeadlines } from "#platform/postgres/deadlines.ts";
import type { Log } from "#platform/logging/log.ts";
import { type Clock, monotonicMs } from "#platform/time/clock.ts";

export type DatabaseState = "up" | "down" | "readOnly";

export interface ReadinessChecks {
  /** Checks on a new connection whether the database can be written. */
  readonly database: () => Promise<"up" | "readOnly">;
  readonly storage: () => Promise<boolean>;
  readonly broker: () => boolean | Promise<boolean>;
  readonly files: () => Promise<unknown>;
}

export interface ReadinessState {
  readonly database: DatabaseState;
  readonly storage: boolean;
  readonly broker: boolean;
  readonly files: boolean;
}

/** Age up to which a result is used again, so that monitors cannot use up the connections of the database. */
const resultMs = 1_000;
/** The same for the file store, which may charge for each request. */
const filesMs = 10_000;
/** Time between two checks of the server itself. */
const ownCheckMs = 2_000;

/**
 * Checks what the server depends on. An error of a check, and a check that takes longer than its deadline, count as
 * down. An error is logged only once until the component is up again, since monitors poll every few seconds.
 */
export function createReadiness({
  checks,
  log,
  maxAgeMs = resultMs,
}: {
  readonly checks: ReadinessChecks;
  readonly log: Log;
  readonly maxAgeMs?: number;
}) {
  const failing = new Set<keyof ReadinessChecks>();
  let isReadOnly = false;

  async function check<C extends keyof ReadinessChecks>(
    component: C,
  ): Promise<Awaited<ReturnType<ReadinessChecks[C]>> | false> {
    const deadline = Promise.withResolvers<never>();
    const { checkMs } = databaseDeadlines;
    const timer = setTimeout(() => deadline.reject(new Error(`no answer within ${checkMs} ms`)), checkMs);
    try {
      const result = await Promise.race([checks[component](), deadline.promise]);
      failing.delete(component);
      return result as Awaited<ReturnType<ReadinessChecks[C]>>;
    } catch (error) {
      if (!failing.has(component))
        log.warn(
          { err: error, component },
          "health check failed; further errors are not logged until the component is up",
        );
      failing.add(component);
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  const checkFiles = shared(Math.min(filesMs, 10 * maxAgeMs), async () => (await check("files")) !== false);
  const current = shared(maxAgeMs, async (): Promise<ReadinessState> => {
    const [database, storage, broker, files] = await Promise.all([
      check("database"),
      check("storage"),
      check("broker"),
      checkFiles(),
    ]);
    isReadOnly = database === "readOnly";
    return { database: database === false ? "down" : database, storage, broker, files };
  });

  return {
    /** Returns the state of the components, at most a second old. */
    current,
    /** Returns whether the last check found that the database can be read, but not written. */
    isReadOnly: () => isReadOnly,
    /** Checks regularly until `signal` aborts. */
    async watch(
      clock: Clock,
      signal: AbortSignal,
      onChecked: (state: ReadinessState) => void,
    ): Promise<void> {
      while (!signal.aborted) {
        onChecked(await current());
        await clock.sleep(ownCheckMs, signal);
      }
    },
  };
}

export type Readiness = ReturnType<typeof createReadiness>;

export const isReady = ({ database, storage, broker, files }: ReadinessState): boolean =>
  database === "up" && storage && broker && files;

/** Returns a function whose concurrent calls, and calls within `maxAgeMs`, share one execution of `work`. */
function shared<T>(maxAgeMs: number, work: () => Promise<T>): () => Promise<T> {
  let last: { readonly result: Promise<T>; endedAtMs: number } | null = null;
  return () => {
    if (last !== null && monotonicMs() - last.endedAtMs < maxAgeMs) return last.result;
    const next = { result: work(), endedAtMs: Number.POSITIVE_INFINITY };
    last = next;
    return next.result.finally(() => {
      next.endedAtMs = monotonicMs();
    });
  };
}
