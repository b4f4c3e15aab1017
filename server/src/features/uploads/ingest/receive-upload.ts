import { randomUUID } from "node:crypto";
import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "#platform/files/file-store.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { transact } from "#platform/postgres/transactions.ts";
import { chargeUpload } from "#features/uploads/policy/enforce-quota.ts";
import { mostVideoBytes } from "#features/uploads/sanitising/media-rules.ts";
import { admitForm } from "#features/uploads/policy/post-policy.ts";
import { isDiskFull } from "#features/uploads/sanitising/picture-tasks.ts";
import { preparedEndings, prepareMedia } from "#features/uploads/sanitising/prepare-media.ts";
import { stageFile } from "./stage-file.ts";
import { ownBucket, type UploadFields } from "#features/uploads/policy/upload-form-rules.ts";
import { UploadRefused } from "./upload-refused.ts";
import type { UploadsParts } from "#features/uploads/uploads-parts.ts";
import { letGo, markStored, ownerName, takeDir } from "#features/uploads/uploads-store.ts";

/** Longer than the slowest upload and what is made of it; afterwards its receiver is taken for dead. */
export const holdMilliseconds = 40 * 60_000;

export const mediaName = (dir: string): string => `media/${dir}`;
export const posterName = (dir: string): string => `posters/${dir}`;

export interface SentFile {
  readonly fields: UploadFields;
  readonly contentType: string;
  readonly content: AsyncIterable<Buffer>;
  readonly begunAt: Date;
  /** Aborted when its sender is gone. */
  readonly signal: AbortSignal;
}

/**
 * What the store does with one posted form. Throws UploadRefused for what is not taken; nothing of it remains then,
 * and nothing of it is there for anyone before all of it is.
 */
export const receiveUpload =
  (parts: UploadsParts) =>
  async ({ content, signal, ...posted }: SentFile): Promise<void> => {
    const key = await parts.storeKeys.find(posted.fields.get("ossaccesskeyid") ?? "");
    const admitted = key && admitForm({ bucket: ownBucket, ...posted }, { key, callback: parts.callback });
    if (admitted === null) throw new UploadRefused("policy");
    const kept = await keepAndMark(parts, { ...admitted, signal }, (path) =>
      stageFile(content, path, { declaredType: posted.contentType, takesVideos: parts.takesVideos }),
    );
    if (!kept) throw new UploadRefused("policy");
  };

/**
 * From a file that comes in, by whatever way, to one that is kept. False where its folder is not to be had: somebody is
 * at it, or it has its file.
 */
export async function keepAndMark(
  parts: UploadsParts,
  { dir, key, signal }: { dir: string; key: string; signal?: AbortSignal },
  stage: (path: string) => ReturnType<typeof stageFile>,
): Promise<boolean> {
  const { database, clock, files, log } = parts;
  const receiver = randomUUID();
  const now = clock.now();
  const hold = { receiver, now, until: new Date(now.getTime() + holdMilliseconds) };
  const owner = await takeDir(database, dir, hold);
  if (owner === null) return false;
  const folder = join(parts.folder, "incoming");
  const path = join(folder, receiver);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await refuseWhenFull(folder);
    const staged = await stage(path);
    failPoint("upload.staged");
    const media = await prepareMedia(staged, parts.media, {
      owner: ownerName(owner),
      signal: signal ? AbortSignal.any([signal, parts.stopping]) : parts.stopping,
    });
    failPoint("upload.prepared");
    await files.put(mediaName(dir), media.path, media.facts.contentType);
    if (media.posterPath !== null) await files.put(posterName(dir), media.posterPath, "image/webp");
    failPoint("upload.kept");
    await transact(database, async (tx) => {
      // Where the row has passed on, whoever has it now keeps under the same name: nothing to remove here.
      if (!(await markStored(tx, dir, receiver, { key, ...media.facts }, clock.now())))
        throw new UploadRefused("policy");
      await chargeUpload(tx, { owner, now: clock.now(), bytes: media.facts.bytes, quotas: parts.quotas });
    });
    failPoint("upload.stored");
    return true;
  } catch (error) {
    if (error instanceof UploadRefused && error.reason === "quota") await removeMedia(files, dir);
    await letGo(database, dir, receiver).catch((cause: unknown) =>
      log.warn({ err: cause }, "an upload's row lets go by itself later"),
    );
    if (isDiskFull(error)) throw new ProductError("notReady", { cause: error });
    throw error;
  } finally {
    await Promise.all(["", ...preparedEndings].map((end) => rm(path + end, { force: true })));
  }
}

/** Removes what is kept under a folder. */
export async function removeMedia(files: FileStore, dir: string): Promise<void> {
  await files.remove(mediaName(dir));
  await files.remove(posterName(dir));
}

/** Room for this file and for the database's own: pictures are no reason for a chair to stop. */
async function refuseWhenFull(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < 3 * mostVideoBytes)
    throw new ProductError("notReady", { cause: new Error("no room left for uploads") });
}
