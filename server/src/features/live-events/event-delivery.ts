import { type FramedFor, frameNews, type Renderers } from "./event-payloads.ts";
import type { NewsRow } from "./live-events-store.ts";
import { writeCursor } from "./live-position.ts";
import type { StreamDirectory } from "./stream-directory.ts";

// So that a burst of news leaves connections of the pool to the calls that people wait for.
const renderedAtOnce = 4;

/** The last mention of each subject, in order: a subject is shown as it is now, so once is enough. */
export function lastMentions(rows: readonly NewsRow[]): NewsRow[] {
  const last = new Map<string, NewsRow>();
  for (const row of rows) {
    const key = `${row.name} ${row.subject}`;
    last.delete(key);
    last.set(key, row);
  }
  return [...last.values()];
}

/** The lines of each of these events, for any number of streams; what is gone has none. */
export async function compose(
  renderers: Renderers,
  rows: readonly NewsRow[],
  now: Date,
): Promise<Map<NewsRow, FramedFor>> {
  const texts = new Map<NewsRow, FramedFor>();
  for (let start = 0; start < rows.length; start += renderedAtOnce)
    await Promise.all(
      rows.slice(start, start + renderedAtOnce).map(async (row) => {
        const framedFor = await frameNews(renderers, row);
        const id = `id: ${writeCursor({ position: row, reachedAt: now })}\n`;
        if (framedFor !== null) texts.set(row, (audience) => id + framedFor(audience));
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
      const textFor = texts.get(row);
      if (row.name === "revenue") stream.oweRevenue();
      else if (textFor !== undefined) stream.send(textFor(stream.audience), now.getTime());
    }
}
