/**
 * A place in the stream of news: everything up to it has been read. Ordered by transaction before event,
 * because that is the order in which rows become safe to read (see the migration).
 */
export interface Position {
  /** A 64-bit transaction id, in decimal. */
  readonly transactionId: string;
  readonly eventId: number;
}

export function comparePositions(a: Position, b: Position): number {
  const [left, right] = [BigInt(a.transactionId), BigInt(b.transactionId)];
  if (left !== right) return left < right ? -1 : 1;
  return a.eventId - b.eventId;
}

/** What a client hands back as `Last-Event-ID`: the place, and when it was reached. */
export interface Cursor {
  readonly position: Position;
  readonly reachedAt: Date;
  /** The client's figures of income contain everything up to the place: no revenue event before it is due. */
  readonly containsRevenue?: boolean;
}

export function writeCursor({ position, reachedAt, containsRevenue = false }: Cursor): string {
  const place = `${position.transactionId}.${position.eventId}.${reachedAt.getTime()}`;
  const text = containsRevenue ? `${place}.r` : place;
  return Buffer.from(text).toString("base64url");
}

/** Pages are read by a few calls. */
const mostCursors = 8;

/** The earliest of some cursors, separated by commas; null for anything that this server could not have written. */
export function readEarliestCursor(text: string): Cursor | null {
  const cursors = text.split(",", mostCursors + 1).map((one) => readCursor(one.trim()));
  if (cursors.length > mostCursors || cursors.includes(null)) return null;
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
