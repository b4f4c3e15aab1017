import { createPublicKey, createVerify } from "node:crypto";
import type { BucketObjects } from "#platform/files/bucket-file-store.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { mostVideoBytes } from "#features/uploads/sanitising/media-rules.ts";
import { createPublishedKeys } from "./published-keys.ts";
import { keepAndMark } from "#features/uploads/ingest/receive-upload.ts";
import { stageFile } from "#features/uploads/ingest/stage-file.ts";
import { dirOf } from "./upload-form-rules.ts";
import { UploadRefused } from "#features/uploads/ingest/upload-refused.ts";
import type { UploadsParts } from "#features/uploads/uploads-parts.ts";
import { standingOf } from "#features/uploads/uploads-store.ts";

/** What OSS calls once a browser's file has arrived: the setting it is sent, in base64, with every form. */
export const callbackFor = (host: string): string =>
  Buffer.from(
    JSON.stringify({
      callbackUrl: `${host}callback`,
      // biome-ignore format: OSS fills the places in.
      callbackBody: "bucket=${bucket}&object=${object}&size=${size}&mimeType=${mimeType}",
      callbackBodyType: "application/x-www-form-urlencoded",
    }),
  ).toString("base64");

export interface OssCall {
  /** Path and query as they were called. */
  readonly url: string;
  readonly body: string;
  readonly authorization: string | undefined;
  readonly publicKeyUrl: string | undefined;
}

/** OSS waits for five seconds, then tells the browser 203 and forgets it. */
const patienceMs = 4_000;
const lookAgainMs = 200;

/**
 * Takes a file that OSS says has arrived: only on its signature, only for a folder that was handed out, and only after
 * it was looked at as the own store looks. The object that was sent goes; what is kept is stored anew. A folder takes
 * one file ever, so however often it is told, at once or later, it is stored once and answered alike.
 */
export const takeCallback = (
  parts: UploadsParts,
  { foreign, publishedKey }: { foreign: BucketObjects; publishedKey: string | null },
) => {
  const publishedKeys = createPublishedKeys(parts);
  const keyFor = async (call: OssCall): Promise<string> => {
    if (publishedKey !== null) return publishedKey;
    const key = await publishedKeys.keyAt(Buffer.from(call.publicKeyUrl ?? "", "base64").toString());
    if (key === null) throw new UploadRefused("policy");
    return key;
  };

  return async (call: OssCall): Promise<void> => {
    if (!isSignedBy(await keyFor(call), call)) throw new UploadRefused("policy");
    const told = new URLSearchParams(call.body);
    const key = told.get("object") ?? "";
    const dir = told.get("bucket") === parts.bucket ? dirOf(key) : null;
    if (dir === null) throw new UploadRefused("policy");
    const declaredType = told.get("mimeType") ?? "";
    const keep = async (): Promise<boolean> => {
      if (Number(told.get("size")) > mostVideoBytes) throw new UploadRefused("videoTooLarge");
      return keepAndMark(parts, { dir, key }, async (path) => {
        const found = await foreign.readForeign(key);
        if (found === null) throw new UploadRefused("policy");
        return stageFile(found.content, path, { declaredType, takesVideos: parts.takesVideos });
      });
    };

    const until = parts.clock.now().getTime() + patienceMs;
    for (;;) {
      const standing = await standingOf(parts.database, dir, parts.clock.now());
      // Told again of what is stored, since our answer came too late or was lost: the same answer once more.
      if (standing?.key === key) break;
      if (standing === null || standing.key !== null) {
        await foreign.removeForeign(key);
        throw new UploadRefused("policy");
      }
      // Only whoever was at the object removes it; another may be reading it still.
      if (!standing.held && (await keep().catch((error: unknown) => removeAndThrow(key, error)))) break;
      if (parts.clock.now().getTime() >= until)
        throw new ProductError("notReady", { cause: new Error("the file is still being looked at") });
      await parts.clock.sleep(lookAgainMs);
    }
    await foreign.removeForeign(key);
  };

  async function removeAndThrow(key: string, error: unknown): Promise<never> {
    await foreign.removeForeign(key);
    throw error;
  }
};

/** MD5 with RSA over the path, the query and the body: OSS's own choice, and all it offers. */
function isSignedBy(pem: string, { url, body, authorization }: OssCall): boolean {
  const [path = "", query] = url.split(/\?(.*)/s);
  const signed = `${decodeURIComponent(path)}${query === undefined ? "" : `?${query}`}\n${body}`;
  try {
    return createVerify("RSA-MD5")
      .update(signed)
      .verify(createPublicKey(pem), Buffer.from(authorization ?? "", "base64"));
  } catch {
    // No key, or no signature, that could be read as one.
    return false;
  }
}
