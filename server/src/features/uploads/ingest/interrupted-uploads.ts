import { createHash } from "node:crypto";
import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { ProductError } from "#platform/http/product-error.ts";
import type { Clock } from "#platform/time/clock.ts";

/** Time for which the received part of an interrupted upload is kept. */
export const keptMilliseconds = 30 * 60_000;
/** Together at most 2 GB. */
const maxParts = { perSender: 2, total: 20 } as const;
/** Each resumption reads the received part again, which costs much more than a client pays for it. */
const maxResumptions = 10;
export const partEnding = ".part";

export interface ReceivedPart {
  readonly path: string;
  readonly sender: string;
  readonly upload: string;
  readonly resumptions: number;
  readonly bytes: number;
  readonly keptAt: number;
}

/** A name that reveals neither the sender nor the upload folder. */
const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** Returns the names of the files in a folder, which may not exist yet. */
export const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });

/**
 * Keeps what a server has received of interrupted uploads as files in `folder`, so that the senders need not send it
 * again. Servers with the same folder share them. A part is dropped if there are too many or after `keptMilliseconds`;
 * its sender then sends the whole file again.
 */
export function createInterruptedUploads({ folder, clock }: { folder: string; clock: Pick<Clock, "now"> }) {
  /** Returns all parts, newest first. */
  async function list(): Promise<ReceivedPart[]> {
    const parts: ReceivedPart[] = [];
    for (const name of await filesIn(folder)) {
      const [, sender, upload, resumptions] = /^([\w-]{22})\.([\w-]{22})\.(\d+)\.part$/.exec(name) ?? [];
      if (sender === undefined || upload === undefined) continue;
      const path = join(folder, name);
      // Another server may have removed the file meanwhile.
      const found = await stat(path).catch(() => null);
      if (found === null) continue;
      const { size: bytes, mtimeMs: keptAt } = found;
      parts.push({ path, sender, upload, resumptions: Number(resumptions), bytes, keptAt });
    }
    return parts.sort((a, b) => b.keptAt - a.keptAt);
  }
  /** Returns the kept part of the upload into `dir`; null if there is none that may be resumed. */
  async function find(dir: string): Promise<ReceivedPart | null> {
    const oldest = clock.now().getTime() - keptMilliseconds;
    const found = (await list()).find(({ upload }) => upload === digestOf(dir));
    return found !== undefined && found.keptAt >= oldest && found.resumptions < maxResumptions ? found : null;
  }
  const pathOf = (sender: string, upload: string, resumptions: number): string =>
    join(folder, `${sender}.${upload}.${resumptions}${partEnding}`);
  const remove = (parts: readonly ReceivedPart[]) =>
    Promise.all(parts.map(({ path }) => rm(path, { force: true })));

  /** The uploads that this server is receiving, by their folder. */
  const receiving = new Map<string, { disconnect(): void; ended: Promise<void> }>();

  return {
    /** Registers an upload into `dir`. @returns a function to be called at its end */
    begin(dir: string, disconnect: () => void): () => void {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      receiving.set(dir, { disconnect, ended });
      return () => {
        receiving.delete(dir);
        resolve();
      };
    },
    /**
     * Interrupts the upload into `dir` if this server is receiving one: the connection of a phone that has lost its
     * network stays open for some time.
     */
    async interrupt(dir: string): Promise<void> {
      const upload = receiving.get(dir);
      upload?.disconnect();
      await upload?.ended;
    },
    find,
    /**
     * Counts a resumption of the part of the upload into `dir`, and returns the part.
     * @throws ProductError notReady, if the part is not kept any more, or has another length; the sender then asks again
     */
    async resume(dir: string, bytes: number): Promise<ReceivedPart> {
      const part = await find(dir);
      if (part?.bytes !== bytes)
        throw new ProductError("notReady", { cause: new Error("the part of an upload is no longer kept") });
      const resumptions = part.resumptions + 1;
      const path = pathOf(part.sender, part.upload, resumptions);
      await rename(part.path, path);
      return { ...part, path, resumptions };
    },
    /**
     * Keeps the file at `path` as the received part of the upload into `dir`, in place of the resumed part, unless that
     * is longer. Drops the oldest parts above the limits.
     */
    async keep(
      path: string,
      upload: { dir: string; sender: string; resumed: ReceivedPart | null },
    ): Promise<void> {
      const found = await stat(path).catch(() => null);
      if (found === null || found.size <= (upload.resumed?.bytes ?? 0)) return;
      const now = clock.now();
      const kept = pathOf(digestOf(upload.sender), digestOf(upload.dir), upload.resumed?.resumptions ?? 0);
      await utimes(path, now, now);
      await rename(path, kept);
      const all = await list();
      const ofSender = all.filter(({ sender }) => sender === digestOf(upload.sender));
      await remove([...ofSender.slice(maxParts.perSender), ...all.slice(maxParts.total)]);
    },
    /** Drops the part of an upload that was stored or refused. */
    async drop(dir: string): Promise<void> {
      await remove((await list()).filter(({ upload }) => upload === digestOf(dir)));
    },
  };
}

export type InterruptedUploads = ReturnType<typeof createInterruptedUploads>;
