/**
 * The content of an event ID, which a client returns in `Last-Event-ID`: a position, and the time at which the server
 * reached this position.
 */
export interface Cursor {
  /** ID of a stored event: all events up to it have been read. */
  readonly position: number;
  readonly reachedAt: Date;
  /** True if the client's income figures contain all changes up to the position. */
  readonly containsRevenue?: boolean;
}

/** Encodes a cursor as an event ID. */
export function writeCursor({ position, reachedAt, containsRevenue = false }: Cursor): string {
  const base = `${position}.${reachedAt.getTime()}`;
  const text = containsRevenue ? `${base}.r` : base;
  return Buffer.from(text).toString("base64url");
}

/** Decodes an event ID; returns null for an invalid one. */
export function readCursor(text: string): Cursor | null {
  if (text.length > 128) return null;
  const match = /^(\d{1,15})\.(\d{1,15})(\.r)?$/.exec(Buffer.from(text, "base64url").toString());
  if (match === null) return null;
  const [, position, reachedAt, revenue] = match;
  return {
    position: Number(position),
    reachedAt: new Date(Number(reachedAt)),
    ...(revenue === undefined ? {} : { containsRevenue: true }),
  };
}
