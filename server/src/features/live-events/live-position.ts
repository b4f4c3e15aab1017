/**
 * A position in the stored events: all events up to it have been read. Positions are compared by transaction ID
 * first, because events become readable in the order of their transactions.
 */
export interface Position {
  /** A 64-bit PostgreSQL transaction ID in decimal. */
  readonly transactionId: string;
  readonly eventId: number;
}

/** @returns a negative number if `a` is before `b`, a positive one if `a` is after `b`, and 0 if they are equal */
export function comparePositions(a: Position, b: Position): number {
  const [left, right] = [BigInt(a.transactionId), BigInt(b.transactionId)];
  if (left !== right) return left < right ? -1 : 1;
  return a.eventId - b.eventId;
}

/**
 * The content of an event ID, which a client returns in `Last-Event-ID`: a position, and the time at which the server
 * reached this position.
 */
export interface Cursor {
  readonly position: Position;
  readonly reachedAt: Date;
  /** True if the client's income figures contain all changes up to the position. */
  readonly containsRevenue?: boolean;
}

/** Encodes a cursor as an event ID. */
export function writeCursor({ position, reachedAt, containsRevenue = false }: Cursor): string {
  const base = `${position.transactionId}.${position.eventId}.${reachedAt.getTime()}`;
  const text = containsRevenue ? `${base}.r` : base;
  return Buffer.from(text).toString("base64url");
}

/**
 * Maximum number of cursors in `Last-Event-ID`. A page is loaded with a few calls, each of which may return a
 * cursor.
 */
const maxCursors = 8;

/**
 * Returns the earliest cursor of a list that is separated by commas; null if one of the cursors is invalid or there are
 * too many.
 */
export function readEarliestCursor(text: string): Cursor | null {
  const cursors = text.split(",", maxCursors + 1).map((one) => readCursor(one.trim()));
  if (cursors.length > maxCursors || cursors.includes(null)) return null;
  const [earliest] = (cursors as Cursor[]).sort((a, b) => comparePositions(a.position, b.position));
  return earliest ?? null;
}

function readCursor(text: string): Cursor | null {
  if (text.length > 128) return null;
  const match = /^(\d{1,19})\.(\d{1,15})\.(\d{1,15})(\.r)?$/.exec(Buffer.from(text, "base64url").toString());
  if (match === null) return null;
  const [, transactionId = "", eventId, reachedAt, revenue] = match;
  return {
    position: { transactionId, eventId: Number(eventId) },
    reachedAt: new Date(Number(reachedAt)),
    ...(revenue === undefined ? {} : { containsRevenue: true }),
  };
}
