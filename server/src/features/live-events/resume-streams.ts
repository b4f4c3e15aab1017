import type { Database } from "#platform/postgres/database.ts";
import { maySee } from "./audience-rules.ts";
import type { Renderers } from "./event-payloads.ts";
import type { EventStream } from "./event-stream.ts";
import { type NewsRow, readBack } from "./live-events-store.ts";
import { comparePositions, type Cursor, type Position, writeCursor } from "./live-position.ts";
import { checkBeforeAdmission } from "./recheck-sessions.ts";
import { compose, lastMentions } from "./event-delivery.ts";
import type { StreamDirectory } from "./stream-directory.ts";

/** A stream that waits to be let in. */
export interface Newcomer {
  readonly stream: EventStream;
  /** Where it left off: undefined for a new client, null where what it named is no place. */
  resumeFrom: Cursor | null | undefined;
}

export interface AdmitParts {
  readonly database: Database;
  readonly directory: StreamDirectory;
  readonly renderers: Renderers;
}

const readBackAtMost = 1000;
// Shorter than the retention by more than any transaction lasts: a row is stamped before it is committed.
export const resumableMs = 55 * 60_000;

/**
 * Lets streams in at `reached`, those that resume with what they missed. One reading of the past serves all of
 * them, since after a restart everybody comes back at once. Where the past does not reach back far enough, a
 * stream is told to fetch anew.
 */
export async function admitNewcomers(
  { database, directory, renderers }: AdmitParts,
  waiting: ReadonlySet<Newcomer>,
  reached: Position,
  now: Date,
): Promise<Newcomer[]> {
  const newcomers = [...waiting];
  const streams = newcomers.map(({ stream }) => stream);
  const admitted = await checkBeforeAdmission(database, streams, now);
  const places = new Map<Newcomer, Position>();
  for (const newcomer of newcomers) {
    const place = resumablePlace(newcomer, reached, now);
    if (place) places.set(newcomer, place);
  }
  const { rows, completeAfter } = await readPast(database, [...places.values()], reached);
  const missed = new Map<Newcomer, NewsRow[]>();
  for (const [newcomer, place] of places)
    if (comparePositions(place, completeAfter) >= 0)
      missed.set(newcomer, missedBy(newcomer.stream, rows, place));
  const texts = await compose(renderers, [...new Set([...missed.values()].flat())], now);

  const cursor = writeCursor({ position: reached, reachedAt: now });
  for (const newcomer of newcomers) {
    // Its client may have left while the past was read.
    if (!waiting.has(newcomer) || !admitted.has(newcomer.stream)) continue;
    const { stream, resumeFrom } = newcomer;
    const told = missed.get(newcomer);
    directory.add(stream);
    stream.begin(told && resumeFrom ? writeCursor(resumeFrom) : cursor, now.getTime());
    if (told) {
      for (const row of told) stream.send(texts.get(row)?.(stream.audience) ?? "", now.getTime());
      if (hearsRevenue(stream) && isRevenueDue(newcomer, rows)) stream.oweRevenue();
    } else if (resumeFrom !== undefined) stream.reset(cursor, now.getTime());
  }
  return newcomers;
}

function resumablePlace({ resumeFrom }: Newcomer, reached: Position, now: Date): Position | null {
  if (!resumeFrom || now.getTime() - resumeFrom.reachedAt.getTime() >= resumableMs) return null;
  // A place that lies ahead was not given by this database.
  return comparePositions(resumeFrom.position, reached) <= 0 ? resumeFrom.position : null;
}

/** The news since the oldest of these places, or since `completeAfter` where they are too many to read. */
async function readPast(
  database: Database,
  places: readonly Position[],
  reached: Position,
): Promise<{ rows: NewsRow[]; completeAfter: Position }> {
  const [oldest] = [...places].sort(comparePositions);
  if (oldest === undefined) return { rows: [], completeAfter: reached };
  const rows = await readBack(database, oldest, reached, readBackAtMost);
  const [first] = rows;
  return { rows, completeAfter: first && rows.length === readBackAtMost ? first : oldest };
}

const missedBy = (stream: EventStream, rows: readonly NewsRow[], place: Position): NewsRow[] =>
  lastMentions(
    rows.filter(
      (row) => row.name !== "revenue" && maySee(stream.audience, row) && comparePositions(row, place) > 0,
    ),
  );

/** A revenue event that was held back may lie before the place the client named, unless its figures contain it. */
function isRevenueDue({ stream, resumeFrom }: Newcomer, rows: readonly NewsRow[]): boolean {
  if (resumeFrom?.containsRevenue !== true) return true;
  const { position } = resumeFrom;
  return rows.some(
    (row) => row.name === "revenue" && maySee(stream.audience, row) && comparePositions(row, position) > 0,
  );
}

const hearsRevenue = ({ audience }: EventStream): boolean =>
  audience.kind === "manager" && audience.permissions.includes("home");
