import { maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";
import { createPublicKey, createVerify } from "node:crypto";
import type { BucketObjects } from "#platform/files/bucket-file-store.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { createPublishedKeys } from "#features/uploads/policy/published-keys.ts";
import { processAndStore } from "./receive-upload.ts";
import { stageFile } from "#features/uploads/sanitising/stage-file.ts";
import { dirOf } from "#features/uploads/policy/upload-form-rules.ts";
import { UploadRefused } from "#features/uploads/upload-refused.ts";
import type { UploadsDependencies } from "#features/uploads/uploads-dependencies.ts";
import { selectUploadState } from "#features/uploads/uploads-store.ts";

/**
 * Returns the field `callback` of every upload form, in base64. It contains the URL that Alibaba Cloud OSS calls after
 * it has stored a browser's file.
 */
export const callbackFor = (host: string): string =>
  Buffer.from(
    JSON.stringify({
      callbackUrl: `${host}callback`,
      // biome-ignore format: OSS fills in the placeholders.
      callbackBody: "bucket=${bucket}&object=${object}&size=${size}&mimeType=${mimeType}",
      callbackBodyType: "application/x-www-form-urlencoded",
    }),
  ).toString("base64");

export interface OssCall {
  /** Path and query of the request. */
  readonly url: string;
  readonly body: string;
  /** The signature, in base64. */
  readonly authorization: string | undefined;
  /** URL of the public key, in base64. */
  readonly publicKeyUrl: string | undefined;
}

/** Less than the five seconds for which OSS waits. If the callback fails, OSS responds to the browser with 203. */
const timeoutMs = 4_000;
const pollMs = 200;

/**
 * Processes a file that OSS reports by a callback. The callback must be signed, a server of this network must have
 * issued the folder, and the file must pass the same validation as a direct upload. The processed file is stored and
 * the uploaded object is deleted; a purge deletes it later if the bucket fails. A folder holds one file, so repeated
 * callbacks store the file once and get the same response.
 *
 * `foreign` is the bucket to which browsers upload. `callbackKey` is the public key of the callbacks in PEM format;
 * null: the key is downloaded from the URL in the callback, which must be Alibaba's.
 * @throws UploadRefused
 * @throws ProductError notReady, if another request still processes a file of the folder after `timeoutMs`, or if the
 *   file cannot be stored now
 */
export const handleCallback = (
  deps: UploadsDependencies,
  { foreign, callbackKey }: { foreign: BucketObjects; callbackKey: string | null },
) => {
  const publishedKeys = createPublishedKeys(deps);
  const keyFor = async (call: OssCall): Promise<string> => {
    if (callbackKey !== null) return callbackKey;
    const key = await publishedKeys.keyAt(Buffer.from(call.publicKeyUrl ?? "", "base64").toString());
    if (key === null) throw new UploadRefused("policy");
    return key;
  };

  return async (call: OssCall): Promise<void> => {
    if (!isSignedBy(await keyFor(call), call)) throw new UploadRefused("policy");
    const fields = new URLSearchParams(call.body);
    const key = fields.get("object") ?? "";
    const dir = fields.get("bucket") === deps.bucket ? dirOf(key) : null;
    if (dir === null) throw new UploadRefused("policy");
    const declaredType = fields.get("mimeType") ?? "";
    const store = async (): Promise<boolean> => {
      if (Number(fields.get("size")) > maxVideoBytes) throw new UploadRefused("videoTooLarge");
      return processAndStore(deps, { dir, key }, async (path) => {
        const found = await foreign.readUploaded(key);
        if (found === null) throw new UploadRefused("policy");
        return stageFile(found.content, path, { declaredType, acceptsVideos: deps.acceptsVideos });
      });
    };

    const until = deps.clock.now().getTime() + timeoutMs;
    for (;;) {
      const upload = await selectUploadState(deps.database, dir, deps.clock.now());
      // The file is stored already, so this callback is a repetition, for example after a second upload of the object.
      if (upload?.key === key) break;
      if (upload === null || upload.key !== null) {
        await removeOriginal(key);
        throw new UploadRefused("policy");
      }
      // The object is removed after every error of the processing, because OSS does not repeat a failed callback. It is
      // not removed if this request stops waiting, because the request that holds the folder may still be reading it.
      if (!upload.held && (await store().catch((error: unknown) => removeAndThrow(key, error)))) break;
      if (deps.clock.now().getTime() >= until)
        throw new ProductError("notReady", { cause: new Error("the file is still being processed") });
      await deps.clock.sleep(pollMs);
    }
    await removeOriginal(key);
  };

  async function removeAndThrow(key: string, error: unknown): Promise<never> {
    await removeOriginal(key);
    throw error;
  }

  /** Deletes the object unless the bucket fails, which must not change the response: OSS does not repeat a callback. */
  async function removeOriginal(key: string): Promise<void> {
    await foreign
      .removeUploaded(key)
      .catch((cause: unknown) =>
        deps.log.warn({ err: cause }, "uploads: an uploaded object could not be deleted"),
      );
  }
};

/** Returns whether the signature is valid: RSA with MD5 over path, query, and body. OSS offers no other algorithm. */
function isSignedBy(pem: string, { url, body, authorization }: OssCall): boolean {
  const [path = "", query] = url.split(/\?(.*)/s);
  try {
    const signed = `${decodeURIComponent(path)}${query === undefined ? "" : `?${query}`}\n${body}`;
    return createVerify("RSA-MD5")
      .update(signed)
      .verify(createPublicKey(pem), Buffer.from(authorization ?? "", "base64"));
  } catch {
    // The path, the key, or the signature is malformed.
    return false;
  }
}
