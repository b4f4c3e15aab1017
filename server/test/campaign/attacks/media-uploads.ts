import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { maxPictureBytes, maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";
import type { UploadRefusal } from "#features/uploads/media-rules.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { formOf, keyIn, multipart, photo, type Policy } from "#test/clients/upload-client.ts";
import { box, video } from "#test/media/videos.ts";
import { attempt, type AttackAnswer, dataOf } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { isAccepted, requireCode } from "./refusals.ts";

/**
 * Returns true if a file was stored.
 * @throws Error if it was refused for another reason than the expected ones, such as a busy server
 */
export function isStored(answer: AttackAnswer, ...reasons: readonly UploadRefusal[]): boolean {
  if (!isAccepted(answer, "uploadRefused")) {
    const { reason } = (JSON.parse(answer.text) as { data: { reason: UploadRefusal } }).data;
    if (!reasons.includes(reason)) throw new Error(`the file was refused for another reason: ${answer.text}`);
    return false;
  }
  return true;
}

/** Requests an upload policy. Creates a manager for each policy, because a manager may hold only a few open policies. */
export async function policyOf({ client, own, test }: AttackWorld, from: number): Promise<Policy> {
  const { token } = await makeManager(test.owner, { outletIds: [own.outlet.outletId] });
  return dataOf(getPolicy, await client.call(getPolicy.path, {}, { token, from }));
}

/** The server processes files one after another at low priority, which takes long on a busy machine. */
const processedWithinMs = 200_000;

export const postUpload = (
  { client }: AttackWorld,
  fields: readonly (readonly [string, string])[],
  file: { bytes: Buffer; type: string; filename?: string },
  from: number,
) => {
  const { payload, headers } = multipart(fields, file);
  const timeoutMs = processedWithinMs;
  return client.send({ method: "POST", path: "/uploads/", body: payload, headers, from, timeoutMs });
};

/** Proves that the server accepts files and is not too busy for them. */
async function requireStoredFile(
  world: AttackWorld,
  file: { bytes: Buffer; type: string },
  from: number,
): Promise<void> {
  requireCode(await postUpload(world, formOf(await policyOf(world, from)), file, from), "ok");
}

/** Returns a video with thousands of boxes that a parser of ISO files would visit one by one. */
function manyBoxes(): Buffer {
  const index = box("moov", Buffer.concat(Array.from({ length: 1_000 }, () => box("free"))));
  const start = box("ftyp", Buffer.from("isom\0\0\0\0isom"));
  return Buffer.concat([start, ...Array.from({ length: 10_000 }, () => index)]);
}

/** Returns a video whose elements, up to the end of the file, are unknown to every player. */
const manyElements = (): Buffer =>
  Buffer.concat([
    Buffer.from("1a45dfa3874282847765626d", "hex"),
    Buffer.from("1853806701ffffffffffffff1549a96680", "hex"),
    Buffer.alloc(2 * 99_000, Buffer.from([0xbf, 0x80])),
  ]);

/** The head of a HEIC picture that made a decoder hang in the past. */
const tinyHeic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypheic\0\0\0\0heicmif1"),
  Buffer.alloc(16),
]);

/** Generates a small file with many pixels in a separate process. */
async function largePng(side: number): Promise<Buffer> {
  const script = `import sharp from "sharp";
    const create = { width: ${side}, height: ${side}, channels: 3, background: "red" };
    process.stdout.write(await sharp({ create }).png({ progressive: true }).toBuffer());`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    encoding: "buffer",
    maxBuffer: 64 * 1024 ** 2,
  });
  return stdout;
}

/** Maximum p99 of other users' calls while hostile files arrive, in milliseconds. */
const maxP99Ms = 50;

/** Uploads files that use much processor time and memory; stored files other than the smaller PNG count as accepted. */
export const sendHostileMedia: Attack = {
  name: "hostile media files at the same time",
  maxP99Ms,
  async run(world, count) {
    const files = [
      { bytes: manyBoxes(), type: "video/mp4", reason: "broken" },
      { bytes: manyElements(), type: "video/webm", reason: "broken" },
      // This picture is large, but within the limit of 50 megapixels.
      { bytes: await largePng(7_000), type: "image/png", reason: null },
      { bytes: tinyHeic, type: "image/heic", reason: "broken" },
      { bytes: await largePng(7_300), type: "image/png", reason: "tooManyPixels" },
    ] as const;
    const attempts = Math.max(10, Math.min(40, Math.ceil(count / 25)));
    return attempt(
      attempts,
      async (index) => {
        const file = files[index % files.length] as (typeof files)[number];
        const policy = await policyOf(world, 1700 + index);
        const answer = await postUpload(world, formOf(policy), file, 1700 + index);
        if (file.reason !== null) return isStored(answer, file.reason);
        requireCode(answer, "ok");
        return false;
      },
      10,
    );
  },
};

/** Uploads ten large videos of many boxes at the same time; stored files count as accepted. */
export const sendManyBoxes: Attack = {
  name: "ten videos of 80 MB with many boxes at the same time",
  isSlow: true,
  maxP99Ms,
  async run(world) {
    await requireStoredFile(world, { bytes: video(), type: "video/mp4" }, 1749);
    const file = { bytes: manyBoxes(), type: "video/mp4" };
    return attempt(
      10,
      async (index) => {
        const policy = await policyOf(world, 1750 + index);
        return isStored(await postUpload(world, formOf(policy), file, 1750 + index), "broken");
      },
      10,
    );
  },
};

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const html = Buffer.from("<!doctype html><script>alert(1)</script>");
const gif = Buffer.concat([Buffer.from("GIF89a"), html]);

/** Uploads content of another type than declared, and files that are valid as two types. */
export const sendPolyglots: Attack = {
  name: "files of another type than they claim, SVG and HTML",
  async run(world, count) {
    const jpeg = await photo(64, 48);
    const files = [
      // No policy permits to declare these types, so the content is checked with another declaration too.
      { bytes: svg, type: "image/svg+xml", reason: "policy" },
      { bytes: gif, type: "image/gif", reason: "policy" },
      { bytes: svg, type: "application/octet-stream", reason: "type" },
      { bytes: svg, type: "image/png", reason: "type" },
      { bytes: gif, type: "application/octet-stream", reason: "type" },
      { bytes: html, type: "image/jpeg", reason: "type" },
      { bytes: html, type: "video/mp4", reason: "type" },
      { bytes: Buffer.concat([Buffer.from("%PDF-1.7\n"), html]), type: "image/jpeg", reason: "type" },
      { bytes: Buffer.concat([jpeg.subarray(0, 200), html]), type: "image/jpeg", reason: "type" },
    ] as const;
    await requireStoredFile(world, { bytes: jpeg, type: "image/jpeg" }, 1799);
    return attempt(
      Math.min(200, Math.max(count, files.length)),
      async (index) => {
        const policy = await policyOf(world, 1800 + (index % 100));
        const file = files[index % files.length] as (typeof files)[number];
        return isStored(await postUpload(world, formOf(policy), file, 1800), file.reason);
      },
      2,
    );
  },
};

/** Genuine pictures and videos with padding up to one byte above the limit of their kind. */
export const sendOversizedFiles: Attack = {
  name: "files of one byte above the limit",
  async run(world, count) {
    const jpeg = await photo(64, 48);
    const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
    await requireStoredFile(world, { bytes: padded(maxPictureBytes), type: "image/jpeg" }, 2059);
    const start = box("ftyp", Buffer.from("isom\0\0\0\0isom"));
    const files = [
      { bytes: padded(maxPictureBytes + 1), type: "image/jpeg" },
      { bytes: Buffer.concat([start, Buffer.alloc(maxVideoBytes + 1 - start.length)]), type: "video/mp4" },
    ];
    return attempt(
      Math.min(10, Math.max(count / 20, files.length)),
      async (index) => {
        const policy = await policyOf(world, 2060 + index);
        const file = files[index % files.length] as (typeof files)[number];
        const answer = await postUpload(world, formOf(policy), file, 2060 + index);
        return isStored(answer, "pictureTooLarge", "videoTooLarge");
      },
      1,
    );
  },
};

type Fields = [string, string][];
export const withField = (fields: Fields, name: string, value: string): Fields =>
  fields.map(([known, old]) => [known, known === name ? value : old]);

/**
 * Uploads with policies that were altered, extended, signed with an invalid key, or used for another folder or callback.
 */
export const forgePolicies: Attack = {
  name: "forged, widened, or reused upload policies, and traversal in keys",
  leaves: ["upload.forbidden"],
  async run(world, count) {
    const bytes = await photo(64, 48);
    const forge: ((policy: Policy, other: Policy) => Fields)[] = [
      (policy) => withField(formOf(policy), "signature", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="),
      (policy, other) => withField(formOf(policy), "key", keyIn(other)),
      (policy) => withField(formOf(policy), "key", `${policy.dir}/../../owner.lock`),
      (policy) => withField(formOf(policy), "key", `${policy.dir}/..\\..\\owner.lock`),
      (policy) => withField(formOf(policy), "key", "/etc/passwd"),
      (policy) =>
        withField(
          formOf(policy),
          "callback",
          Buffer.from('{"callbackUrl":"http://evil.example"}').toString("base64"),
        ),
      (policy) => withField(formOf(policy), "OSSAccessKeyId", "another"),
      (policy) => {
        const text = Buffer.from(policy.policy, "base64").toString().replace(policy.dir, "");
        return withField(formOf(policy), "policy", Buffer.from(text).toString("base64"));
      },
    ];
    const [policy, other] = [await policyOf(world, 1950), await policyOf(world, 1951)];
    const file = { bytes, type: "image/jpeg" };
    const done = await attempt(Math.max(count, forge.length), async (index) => {
      const fields = (forge[index % forge.length] as (typeof forge)[number])(policy, other);
      return isStored(await postUpload(world, fields, file, 2000 + (index % 50)), "policy");
    });
    // The policies themselves are still valid.
    for (const genuine of [policy, other])
      requireCode(await postUpload(world, formOf(genuine), file, 1950), "ok");
    return done;
  },
};
