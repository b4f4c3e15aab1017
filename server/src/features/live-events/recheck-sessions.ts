import type { Database } from "#platform/database.ts";
import type { Audience } from "./audience-rules.ts";
import type { EventStream } from "./event-stream.ts";
import { type LiveSession, liveSessions, sessionsEndedSince } from "./live-events-store.ts";
import type { StreamDirectory } from "./stream-directory.ts";

const askedAtOnce = 2000;

/** Ends streams whose session ended elsewhere, and lets the others see what their holders may see now. */
export async function recheckSessions(
  database: Database,
  directory: StreamDirectory,
  now: Date,
): Promise<void> {
  const streams = [...directory.all()];
  for (let start = 0; start < streams.length; start += askedAtOnce) {
    const asked = streams.slice(start, start + askedAtOnce);
    const sessions = await liveSessions(
      database,
      asked.map((stream) => stream.tokenHash),
      now,
    );
    const byToken = new Map(sessions.map((session) => [session.tokenHash.toString("hex"), session]));
    for (const stream of asked) follow(directory, stream, byToken.get(stream.tokenHash.toString("hex")));
  }
}

/** Covers transactions that commit late and servers whose clocks differ. */
const overlapMs = 60_000;

/** Closes the streams of sessions that have just ended, so that their clients reconnect and receive the reason. */
export async function closeEndedStreams(
  database: Database,
  directory: StreamDirectory,
  now: Date,
): Promise<void> {
  const ended = await sessionsEndedSince(database, new Date(now.getTime() - overlapMs), now);
  if (ended.length === 0) return;
  const tokens = new Set(ended.map((tokenHash) => tokenHash.toString("hex")));
  for (const stream of directory.all()) {
    if (!tokens.has(stream.tokenHash.toString("hex"))) continue;
    directory.remove(stream);
    stream.end();
  }
}

function follow(directory: StreamDirectory, stream: EventStream, session: LiveSession | undefined): void {
  if (session === undefined) {
    directory.remove(stream);
    stream.end();
    return;
  }
  const audience = audienceNow(stream.audience, session);
  if (!isSameAudience(stream.audience, audience)) directory.change(stream, audience);
}

const audienceNow = (before: Audience, session: LiveSession): Audience =>
  before.kind === "customer"
    ? { ...before, orderIds: session.ticketOrderIds }
    : { kind: "manager", outletIds: session.outletIds, permissions: session.permissions ?? [] };

function isSameAudience(a: Audience, b: Audience): boolean {
  if (a.kind === "customer") return b.kind === "customer" && sameMembers(a.orderIds, b.orderIds);
  return (
    b.kind === "manager" && sameMembers(a.outletIds, b.outletIds) && sameMembers(a.permissions, b.permissions)
  );
}

const sameMembers = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));
