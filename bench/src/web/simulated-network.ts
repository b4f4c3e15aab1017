import { cpuBetween, type Task } from "./main-thread.ts";

/** A request observed in a visit without throttling; times in milliseconds since the start of the visit. */
export interface ObservedRequest {
  readonly id: string;
  /** Requests that had to finish before this one could start. */
  readonly after: readonly string[];
  readonly url: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Milliseconds that the server took until the first byte of the response. */
  readonly serverMs: number;
  /** Transferred bytes of headers and body; 0 if the response came from the browser's cache. */
  readonly bytes: number;
}

export interface SimulatedPhone {
  readonly roundTripMs: number;
  /** Bandwidth in kilobits per second, shared by all downloads. */
  readonly kilobits: number;
  /** Factor by which the CPU time of the unthrottled visit is multiplied. */
  readonly cpuSlowdown: number;
}

/** Lighthouse's simulated "Slow 4G". */
export const simulatedPhone: SimulatedPhone = { roundTripMs: 150, kilobits: 1638.4, cpuSlowdown: 4 };

/** Connections that a browser opens to one origin with HTTP/1.1. */
const maxConnections = 6;
/** TCP's initial window of ten segments, which a server sends before the first acknowledgement. */
const firstWindowBytes = 14_600;
const stepMs = 0.5;

interface Connection {
  /** Maximum bytes that are sent before an acknowledgement arrives. */
  windowBytes: number;
  /** Bytes that may still be sent before the next acknowledgement arrives. */
  leftInWindow: number;
  nextWindowAtMs: number;
  isBusy: boolean;
}
interface Running {
  readonly request: ObservedRequest;
  readonly connection: Connection;
  readonly firstByteAtMs: number;
  leftBytes: number;
}

/** A visit without throttling; times in milliseconds since its start. */
export interface ObservedVisit {
  readonly requests: readonly ObservedRequest[];
  readonly shownMs: number;
  /** Tasks of the page's main thread. */
  readonly tasks: readonly Task[];
}

/** A visit of a cached page whose calls were answered after the main thread had become idle. */
export interface DelayedVisit extends ObservedVisit {
  /** Time of the first response of a call. */
  readonly answeredMs: number;
}

/**
 * Simulates when the content would have been shown on a slow phone, in milliseconds since the start of the visit.
 *
 * A request starts when the requests on which it depends have ended and the CPU time that the page's main thread used
 * in between, multiplied by the slowdown, has passed. The request waits for one of six connections. Opening a
 * connection takes one round trip. The response takes one more round trip, the server's time, and its transfer, which
 * shares the bandwidth with all other requests within TCP's slow start. The content is shown after the last request
 * that the content needs and the remaining CPU time.
 *
 * `least` is a visit in which only the requests that the content needs were answered before the content was shown; null
 * if the content needs all requests. The CPU time of `least` is used if all other requests end after the last needed
 * one. The other requests share the bandwidth in any case.
 *
 * If a delayed visit is given, its CPU time before the first response passes while the calls are pending, as on a slow
 * phone. Only its CPU time after the first response is added to the time of the calls.
 */
export function simulateShown(
  visit: ObservedVisit,
  { least = null, delayed = null }: { least?: ObservedVisit | null; delayed?: DelayedVisit | null } = {},
  phone: SimulatedPhone = simulatedPhone,
): number {
  const { requests, tasks } = visit;
  const ends = new Map<string, number>();
  const observed = new Map(requests.map((request) => [request.id, request]));
  const lastOf = (ids: readonly string[], of: (id: string) => number) => Math.max(0, ...ids.map(of));
  const cpu = (request: ObservedRequest) => {
    const dependedMs = lastOf(request.after, (id) => observed.get(id)?.endMs ?? 0);
    return phone.cpuSlowdown * cpuBetween(tasks, dependedMs, request.startMs);
  };
  let waiting = requests.toSorted((a, b) => a.startMs - b.startMs);
  let running: Running[] = [];
  const connections: Connection[] = [];
  const bytesAStep = (phone.kilobits / 8) * stepMs;

  for (let now = 0; waiting.length + running.length > 0; now += stepMs) {
    const stillWaiting: ObservedRequest[] = [];
    for (const request of waiting) {
      const isFree = request.after.every((id) => ends.has(id));
      const readyAt = isFree ? lastOf(request.after, (id) => ends.get(id) ?? 0) + cpu(request) : Infinity;
      if (now < readyAt) stillWaiting.push(request);
      else if (request.bytes === 0) ends.set(request.id, now);
      else {
        const started = start(request, now, connections, phone);
        if (started === null) stillWaiting.push(request);
        else running.push(started);
      }
    }
    waiting = stillWaiting;
    download(running, now, bytesAStep, phone);
    for (const { request, connection, leftBytes } of running) {
      if (leftBytes > 0) continue;
      connection.isBusy = false;
      ends.set(request.id, now + stepMs);
    }
    running = running.filter(({ leftBytes }) => leftBytes > 0);
  }
  const endOf = ({ id }: ObservedRequest) => ends.get(id) ?? 0;
  const cpuToShow = ({ tasks, shownMs }: ObservedVisit, needed: readonly ObservedRequest[]) =>
    phone.cpuSlowdown * cpuBetween(tasks, Math.max(0, ...needed.map(({ endMs }) => endMs)), shownMs);
  const isNeeded = ({ url }: ObservedRequest) =>
    least === null || least.requests.some((request) => request.url === url);
  const needed = requests.filter(isNeeded);
  const lastNeeded = Math.max(0, ...needed.map(endOf));
  if (delayed !== null) return shownAfterCalls(lastNeeded, delayed, phone);
  const endsBeforeOthers = requests.every((request) => isNeeded(request) || endOf(request) > lastNeeded);
  return (
    lastNeeded +
    (least !== null && endsBeforeOthers ? cpuToShow(least, least.requests) : cpuToShow(visit, needed))
  );
}

/** @throws Error if the visit fetched anything but the calls, because its code must come from the cache */
function shownAfterCalls(
  lastNeededMs: number,
  { requests, tasks, shownMs, answeredMs }: DelayedVisit,
  { cpuSlowdown }: SimulatedPhone,
): number {
  const fetched = requests.find(({ bytes, url }) => bytes > 0 && !url.includes("/api/"));
  if (fetched !== undefined) throw new Error(`${fetched.url} did not come from the cache`);
  const pendingMs = cpuSlowdown * cpuBetween(tasks, 0, answeredMs);
  return Math.max(lastNeededMs, pendingMs) + cpuSlowdown * cpuBetween(tasks, answeredMs, shownMs);
}

/** Starts a request on an idle or a new connection; returns null if all six connections are busy. */
function start(
  request: ObservedRequest,
  now: number,
  connections: Connection[],
  { roundTripMs }: SimulatedPhone,
): Running | null {
  let connection = connections.find(({ isBusy }) => !isBusy);
  let openMs = 0;
  if (connection === undefined) {
    if (connections.length >= maxConnections) return null;
    connection = {
      windowBytes: firstWindowBytes,
      leftInWindow: firstWindowBytes,
      nextWindowAtMs: 0,
      isBusy: true,
    };
    connections.push(connection);
    openMs = roundTripMs;
  }
  connection.isBusy = true;
  connection.leftInWindow = connection.windowBytes;
  const firstByteAtMs = now + openMs + roundTripMs + request.serverMs;
  connection.nextWindowAtMs = firstByteAtMs + roundTripMs;
  return { request, connection, firstByteAtMs, leftBytes: request.bytes };
}

/**
 * Transfers the bytes of one step. The bandwidth is divided equally among the responses that have begun and whose
 * connection may still send bytes. The window of a connection doubles with every round trip.
 */
function download(
  running: Running[],
  now: number,
  bytesAStep: number,
  { roundTripMs }: SimulatedPhone,
): void {
  for (const { connection } of running) {
    if (now < connection.nextWindowAtMs) continue;
    connection.windowBytes *= 2;
    connection.leftInWindow = connection.windowBytes;
    connection.nextWindowAtMs = now + roundTripMs;
  }
  let left = bytesAStep;
  let able = running.filter(
    ({ firstByteAtMs, leftBytes, connection }) =>
      firstByteAtMs <= now && leftBytes > 0 && connection.leftInWindow > 0,
  );
  while (left > 0.01 && able.length > 0) {
    const share = left / able.length;
    for (const each of able) {
      const sent = Math.min(share, each.leftBytes, each.connection.leftInWindow);
      each.leftBytes -= sent;
      each.connection.leftInWindow -= sent;
      left -= sent;
    }
    able = able.filter(({ leftBytes, connection }) => leftBytes > 0.01 && connection.leftInWindow > 0.01);
  }
  for (const each of running) if (each.leftBytes < 0.01) each.leftBytes = 0;
}
