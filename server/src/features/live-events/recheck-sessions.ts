import type { Database } from "#platform/postgres/database.ts";
import { guestTokenIssuedAt } from "#features/login/index.ts";
import type { Audience } from "./audience-rules.ts";
import type { EventStream } from "./event-stream.ts";
import {
  type AccessChange,
  type LiveSession,
  liveSessions,
  sessionsExpiredSince,
  unstoredGuests,
} from "./live-events-store.ts";
import type { StreamDirectory } from "./stream-directory.ts";

const queryBatch = 2000;

const hexOf = ({ tokenHash }: { readonly tokenHash: Buffer }): string => tokenHash.toString("hex");

/** Returns the valid sessions of these streams, by token hash in hex. */
async function sessionsOf(
  database: Database,
  streams: readonly EventStream[],
  now: Date,
): Promise<Map<string, LiveSession>> {
  const found = new Map<string, LiveSession>();
  for (let start = 0; start < streams.length; start += queryBatch) {
    const batch = streams.slice(start, start + queryBatch);
    const hashes = batch.map((stream) => stream.tokenHash);
    const guests = batch.flatMap(({ tokenHash, audience }) =>
      audience.kind === "customer" && audience.guestTokenExpiresAt && audience.guestTokenExpiresAt > now
        ? [
            {
              tokenHash,
              customerId: audience.customerId,
              issuedAt: guestTokenIssuedAt(audience.guestTokenExpiresAt),
            },
          ]
        : [],
    );
    const sessions = [
      ...(await liveSessions(database, hashes, now)),
      ...(guests.length === 0 ? [] : await unstoredGuests(database, guests)),
    ];
    for (const session of sessions) found.set(hexOf(session), session);
  }
  return found;
}

/** Ends the streams whose session is no longer valid, and updates the rights of the other streams. */
export async function recheckSessions(
  database: Database,
  directory: StreamDirectory,
  now: Date,
): Promise<void> {
  const streams = [...directory.all()];
  const sessions = await sessionsOf(database, streams, now);
  for (const stream of streams) {
    const session = sessions.get(hexOf(stream));
    if (session === undefined) {
      directory.remove(stream);
      stream.end();
    } else {
      const audience = audienceNow(stream.audience, session);
      if (!isSameAudience(stream.audience, audience)) directory.change(stream, audience);
    }
  }
}

/**
 * Checks the sessions of streams before the streams are added, because a session may have changed after its token was
 * accepted. A later change is read as an access change, because it is stored after the position at which the streams
 * are added.
 * @returns the streams whose session is valid; the others are ended
 */
export async function checkWaiting(
  database: Database,
  streams: readonly EventStream[],
  now: Date,
): Promise<Set<EventStream>> {
  const sessions = await sessionsOf(database, streams, now);
  const valid = new Set<EventStream>();
  for (const stream of streams) {
    const session = sessions.get(hexOf(stream));
    if (session === undefined) stream.end();
    else {
      stream.audience = audienceNow(stream.audience, session);
      valid.add(stream);
    }
  }
  return valid;
}

/** Applies changes of access rights to the streams. Must be called before later events are delivered. */
export async function applyAccessChanges(
  database: Database,
  directory: StreamDirectory,
  changes: readonly AccessChange[],
  now: Date,
): Promise<void> {
  const ended = changes.filter(({ name }) => name === "sessionEnded");
  if (ended.length > 0) endStreams(directory, new Set(ended.map(({ subject }) => subject)));
  if (ended.length < changes.length) await recheckSessions(database, directory, now);
}

/** Expired sessions are searched this far back, so that a check that is delayed by up to a minute misses none. */
const overlapMs = 60_000;

/** Ends the streams of sessions that have just expired, because the expiry of a session creates no access change. */
export async function endExpiredStreams(
  database: Database,
  directory: StreamDirectory,
  now: Date,
): Promise<void> {
  const expired = await sessionsExpiredSince(database, new Date(now.getTime() - overlapMs), now);
  if (expired.length > 0) endStreams(directory, new Set(expired));
}

function endStreams(directory: StreamDirectory, tokenHashes: ReadonlySet<string>): void {
  for (const stream of directory.all()) {
    if (!tokenHashes.has(hexOf(stream))) continue;
    directory.remove(stream);
    stream.end();
  }
}

/** Returns the audience of a stream with the current rights of its session. */
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
