import { frameNews, type Renderers } from "./event-payloads.ts";
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

/** The text of each of these news, ready for any number of streams; what is gone has none. */
export async function compose(
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
