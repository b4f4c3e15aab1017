import { maySee } from "./audience-rules.ts";
import { frameNews, type Renderers } from "./event-payloads.ts";
import type { EventStream } from "./event-stream.ts";
import type { NewsRow } from "./live-events-store.ts";
import { comparePositions, type Cursor, type Position, writeCursor } from "./live-position.ts";
import type { StreamDirectory } from "./stream-directory.ts";

// So that a burst of news leaves connections of the pool to the calls that people wait for.
const renderedAtOnce = 4;

/** The last mention of each subject, in order: a subject is shown as it is now, so once is enough. */
function lastMentions(rows: readonly NewsRow[]): NewsRow[] {
  const last = new Map<string, NewsRow>();
  for (const row of rows) {
    const key = `${row.name} ${row.subject}`;
    last.delete(key);
    last.set(key, row);
  }
  return [...last.values()];
}

/** The text of each of these news, ready for any number of streams; what is gone has none. */
async function compose(
  renderers: Renderers,
  rows: readonly NewsRow[],
  now: Date,
): Promise<Map<NewsRow, string>> {
  const texts = new Map<NewsRow, string>();
  for (let start = 0; start < rows.length; start += renderedAtOnce)
    await Promise.all(
      rows.slice(start, start + renderedAtOnce).map(async (row) => {
        const framed = await frameNews(renderers, row, now);
        if (framed !== null)
          texts.set(row, `id: ${writeCursor({ position: row, reachedAt: now })}\n${framed}`);
      }),
    );
  return texts;
}

/** Hands new rows to the streams that may see them; each subject is read once, and only if somebody listens. */
export async function deliver(
  directory: StreamDirectory,
  renderers: Renderers,
  rows: readonly NewsRow[],
  now: Date,
): Promise<void> {
  const heard = lastMentions(rows).filter((row) => directory.recipientsOf(row).length > 0);
  const texts = await compose(
    renderers,
    heard.filter((row) => row.name !== "revenue"),
    now,
  );
  for (const row of heard)
    for (const stream of directory.recipientsOf(row)) {
      const text = texts.get(row);
      if (row.name === "revenue") stream.oweRevenue();
      else if (text !== undefined) stream.send(text, now.getTime());
    }
}

/** A stream that waits to be let in; `resumeFrom` is null where the client named a place that is no place. */
export interface Newcomer {
  readonly stream: EventStream;
  readonly resumeFrom: Cursor | null | undefined;
}

/**
 * Lets streams in at `reached`, those that resume with what they missed. One reading of the past serves all of
 * them, since after a restart everybody comes back at once. Where `past` does not reach back far enough
 * (`completeAfter`), a stream is told to fetch anew.
 */
export async function admit(
  directory: StreamDirectory,
  renderers: Renderers,
  newcomers: readonly Newcomer[],
  past: { readonly rows: readonly NewsRow[]; readonly completeAfter: Position | null },
  reached: Position,
  now: Date,
  stillHere: (newcomer: Newcomer) => boolean,
): Promise<void> {
  const missed = new Map<Newcomer, NewsRow[]>();
  for (const newcomer of newcomers) {
    const from = newcomer.resumeFrom?.position;
    if (!from || past.completeAfter === null || comparePositions(from, past.completeAfter) < 0) continue;
    const seen = past.rows.filter(
      (row) =>
        row.name !== "revenue" && maySee(newcomer.stream.audience, row) && comparePositions(row, from) > 0,
    );
    missed.set(newcomer, lastMentions(seen));
  }
  const texts = await compose(renderers, [...new Set([...missed.values()].flat())], now);
  const cursor = writeCursor({ position: reached, reachedAt: now });
  for (const newcomer of newcomers) {
    if (!stillHere(newcomer)) continue;
    const { stream, resumeFrom } = newcomer;
    directory.add(stream);
    const rows = missed.get(newcomer);
    stream.begin(rows && resumeFrom ? writeCursor(resumeFrom) : cursor, now.getTime());
    if (rows) {
      for (const row of rows) stream.send(texts.get(row) ?? "", now.getTime());
      // Held-back revenue events may lie before the place the client named, so figures are always fetched anew.
      if (mayOweRevenue(stream)) stream.oweRevenue();
    } else if (resumeFrom !== undefined) stream.reset(cursor, now.getTime());
  }
}

const mayOweRevenue = ({ audience }: EventStream): boolean =>
  audience.kind === "manager" && audience.permissions.includes("home");
