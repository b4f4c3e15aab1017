import { maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "#platform/files/file-store.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { chargeUpload } from "#features/uploads/policy/enforce-quota.ts";
import { verifyForm } from "#features/uploads/policy/post-policy.ts";
import { isDiskFull } from "#features/uploads/sanitising/picture-process-messages.ts";
import { preparedEndings, prepareMedia } from "#features/uploads/sanitising/prepare-media.ts";
import { type StagedFile, stageFile } from "#features/uploads/sanitising/stage-file.ts";
import type { ReceivedPart } from "./interrupted-uploads.ts";
import { offsetOf, ownBucket, type UploadFields } from "#features/uploads/policy/upload-form-rules.ts";
import { UploadRefused } from "#features/uploads/upload-refused.ts";
import type { UploadsDependencies } from "#features/uploads/uploads-dependencies.ts";
import {
  claimDir,
  extendHold,
  markStored,
  type Owner,
  ownerName,
  releaseDir,
} from "#features/uploads/uploads-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/**
 * Time after which the hold of a server on an upload folder expires. While it receives a file, a server extends its
 * hold repeatedly, so an expired hold shows that the server has crashed.
 */
export const holdMilliseconds = 40 * 60_000;

/** Uploads are refused while the disk has fewer free bytes. */
const minFreeBytes = 3 * maxVideoBytes;

export const mediaName = (dir: string): string => `media/${dir}`;
export const posterName = (dir: string): string => `posters/${dir}`;

export interface SentFile {
  readonly fields: UploadFields;
  readonly contentType: string;
  readonly content: AsyncIterable<Buffer>;
  /** Start of the request, at which the upload policy must be valid. */
  readonly startedAt: Date;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly disconnect: () => void;
  /** Called once the form has been verified, before the file is read. */
  readonly onVerified: () => void;
  readonly takeSlot: TakeSlot;
}

/** Takes a slot for a file of the sender, and returns the function that releases it. */
type TakeSlot = (sender: string) => () => void;

interface ReceivedFile {
  readonly dir: string;
  readonly key: string;
  readonly signal?: AbortSignal;
  readonly takeSlot?: TakeSlot;
  /**
   * Called with what was received, which is deleted afterwards, if the client disconnects, the server stops, or the file
   * was not processed in time.
   */
  readonly keep?: (path: string, sender: string) => Promise<void>;
}

/**
 * Stores a sent file completely or not at all. If the client disconnects, or the file was not processed in time, what was
 * received is kept, and the client can send the rest in another request.
 * @throws UploadRefused; ProductError notReady, if the disk is almost full, the machine is too busy, the server stops, or
 *   the kept part is not as long as the client believes; ProductError rateLimited, if there is no slot
 */
export const receiveUpload =
  (deps: UploadsDependencies) =>
  async ({ content, signal, disconnect, takeSlot, onVerified, ...posted }: SentFile): Promise<void> => {
    const { interrupted } = deps;
    const storeKey = await deps.storeKeys.find(posted.fields.get("ossaccesskeyid") ?? "");
    const verified =
      storeKey && verifyForm({ bucket: ownBucket, ...posted }, { key: storeKey, callback: deps.callback });
    const offset = offsetOf(posted.fields);
    if (verified === null || offset === null) throw new UploadRefused("policy");
    onVerified();
    const { dir } = verified;
    let resumed: ReceivedPart | null = null;
    let endReceiving: (() => void) | null = null;
    const keep = (path: string, sender: string) => interrupted.keep(path, { dir, sender, resumed });
    try {
      const isStored = await processAndStore(deps, { ...verified, signal, takeSlot, keep }, async (path) => {
        endReceiving = interrupted.begin(dir, disconnect);
        if (offset > 0) resumed = await interrupted.resume(dir, offset);
        const whole = resumed === null ? content : joined(resumed.path, content);
        const { acceptsVideos } = deps;
        return stageFile(whole, path, { declaredType: posted.contentType, acceptsVideos });
      });
      // A client whose repeated request is refused reads `uploadState`, which reports the stored file.
      if (!isStored) throw new UploadRefused("policy");
      await interrupted.drop(dir);
    } catch (error) {
      if (error instanceof UploadRefused && endReceiving !== null) await interrupted.drop(dir);
      throw error;
    } finally {
      (endReceiving as (() => void) | null)?.();
    }
  };

/** Yields a kept part, and then the rest of its file, so that the checks of a file see all of it. */
async function* joined(partPath: string, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(partPath)) yield piece as Buffer;
  yield* rest;
}

/**
 * Processes a file and stores it in its upload folder.
 * @returns false if another request is receiving a file into the folder, if the file of the folder is already stored,
 *   or if the folder is unknown
 * @throws the same errors as `receiveUpload`
 */
export async function processAndStore(
  deps: UploadsDependencies,
  { dir, key, signal, takeSlot, keep }: ReceivedFile,
  stage: (path: string) => ReturnType<typeof stageFile>,
): Promise<boolean> {
  const { database, clock, files, log, processingMs, freeBytes, incoming } = deps;
  const receiver = randomUUID();
  const now = clock.now();
  const hold = { receiver, now, until: new Date(now.getTime() + holdMilliseconds) };
  const claimed = await claimDir(database, dir, hold);
  if (claimed === null) return false;
  const { owner, address } = claimed;
  const path = join(incoming, receiver);
  const done = new AbortController();
  const holdExtension = keepHold(deps, dir, receiver, done.signal);
  const late = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
  let releaseSlot: (() => void) | undefined;
  const ends = AbortSignal.any([late.signal, deps.stopping, ...(signal ? [signal] : [])]);
  let staged: StagedFile | null = null;
  try {
    releaseSlot = takeSlot?.(ownerName(owner));
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    // Keeps disk space free for the database, so that uploads cannot prevent chairs from starting.
    if ((await freeBytes(incoming)) < minFreeBytes)
      throw new ProductError("notReady", { cause: new Error("the disk is almost full") });
    staged = await stage(path);
    failPoint("upload.staged");
    deadline = setTimeout(
      () =>
        late.abort(new ProductError("notReady", { cause: new Error("a file was not processed in time") })),
      processingMs,
    );
    const media = await prepareMedia(staged, deps.media, {
      address,
      owner: ownerName(owner),
      signal: ends,
    });
    failPoint("upload.prepared");
    const { contentType } = media.facts;
    await files.put(mediaName(dir), media.path, { contentType, signal: ends });
    if (media.posterPath !== null)
      await files.put(posterName(dir), media.posterPath, { contentType: "image/webp", signal: ends });
    failPoint("upload.written");
    await transact(database, async (uow) => {
      // If another request has claimed the folder, its file has the same name, so the file must not be removed here.
      if (!(await markStored(uow, dir, receiver, { key, ...media.facts }, clock.now())))
        throw new UploadRefused("policy");
      await chargeUpload(uow, { owner, now: clock.now(), bytes: media.facts.bytes, quotas: deps.quotas });
    });
    failPoint("upload.stored");
    return true;
  } catch (error) {
    if (error instanceof UploadRefused && error.reason === "quota")
      await removeMedia(files, dir).catch((cause: unknown) =>
        log.warn({ err: cause }, "uploads: a refused file could not be removed, and is purged later"),
      );
    else if (error instanceof UploadRefused && staged !== null) await chargeRefusedFile(deps, owner, staged);
    else if (ends.aborted && !(error instanceof UploadRefused))
      await keep?.(path, ownerName(owner)).catch((cause: unknown) =>
        log.warn({ err: cause }, "uploads: what was received of an interrupted upload could not be kept"),
      );
    await releaseDir(database, dir, receiver).catch((cause: unknown) =>
      log.warn({ err: cause }, "uploads: a hold could not be released and will expire"),
    );
    if (isDiskFull(error)) throw new ProductError("notReady", { cause: error });
    throw error;
  } finally {
    clearTimeout(deadline);
    releaseSlot?.();
    done.abort();
    await holdExtension;
    await Promise.all(["", ...preparedEndings].map((end) => rm(path + end, { force: true })));
  }
}

/** A file that is refused after processing counts towards the quotas, because it has cost processing time. */
async function chargeRefusedFile(
  { database, clock, quotas, log }: UploadsDependencies,
  owner: Owner,
  { bytes }: StagedFile,
): Promise<void> {
  try {
    await transact(database, (uow) => chargeUpload(uow, { owner, now: clock.now(), bytes, quotas }));
  } catch (error) {
    if (!(error instanceof UploadRefused))
      log.warn({ err: error }, "uploads: a refused file could not be charged to its sender's quota");
  }
}

/** Extends the hold repeatedly: a bucket may send an object at any speed, so no fixed hold would suffice. */
async function keepHold(
  { database, clock, log }: UploadsDependencies,
  dir: string,
  receiver: string,
  done: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.sleep(holdMilliseconds / 4, done);
    if (done.aborted) return;
    const until = new Date(clock.now().getTime() + holdMilliseconds);
    await extendHold(database, dir, { receiver, until }).catch((cause: unknown) =>
      log.warn(
        { err: cause },
        "uploads: a hold could not be extended; the next attempt follows at the next interval",
      ),
    );
  }
}

export async function removeMedia(files: FileStore, dir: string): Promise<void> {
  await files.remove(mediaName(dir));
  await files.remove(posterName(dir));
}

/** Returns the number of bytes that this process may still write to the disk that contains the folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
