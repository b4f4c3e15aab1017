import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePayingCustomer, openUploadApp, type UploadApp } from "#test/app/upload-app.ts";
import { formOf, multipart, photo, type Policy, policyFor, postForm } from "#test/clients/upload-client.ts";
import { video } from "#test/media/videos.ts";
import { bucketKeys, openBucketStandIn } from "#test/network/bucket-stand-in.ts";

const processingMs = 1_500;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-processing-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Replaces ffmpeg with a shell script, which finds the path of its output in `$target`. */
async function openSlowApp(name: string, script: readonly string[]): Promise<UploadApp> {
  const ffmpeg = join(folder, name);
  const version = 'case "$1" in -version) echo "ffmpeg version 5.1"; exit;; esac';
  const lines = ["#!/bin/sh", version, 'for target; do :; done; target="${target#file:}"', ...script];
  await writeFile(ffmpeg, lines.join("\n"), { mode: 0o755 });
  return openUploadApp({ media: { ffmpeg }, processingMs });
}

const sendVideo = async ({ http }: UploadApp, policy: Policy) =>
  postForm(http, multipart(formOf(policy), { bytes: video(), type: "video/mp4" }));

const late = { code: resultCodes.notReady, data: null };

describe("the time until a client gets a response to a file that it has sent completely", () => {
  it("[FB-2] includes both runs of ffmpeg: a video that needs longer is refused, and can be sent again", async () => {
    const app = await openSlowApp("slow", [
      "sleep 1",
      'echo video > "$target"',
      'echo "Duration: 00:00:01.00"',
    ]);
    const policy = await policyFor(app.http, app.token);
    const answer = await sendVideo(app, policy);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject(late);
    expect(await app.storedFiles()).toEqual([]);
    // The sender need not send the file again.
    expect(await app.keptParts()).toHaveLength(1);
    // The policy's folder is free again.
    expect((await sendVideo(app, policy)).statusCode).toBe(503);
    await app.close();
  });

  it("[FB-2] includes the wait for the files of others", async () => {
    const app = await openSlowApp("endless", ["exec sleep 600"]);
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => makePayingCustomer(app.db.owner)));
    const policies = await Promise.all(
      [app.token, ...others.map(({ token }) => token)].map((token) => policyFor(app.http, token)),
    );
    const startedAt = performance.now();
    const answers = await Promise.all(policies.map((policy) => sendVideo(app, policy)));
    expect(performance.now() - startedAt).toBeLessThan(policies.length * processingMs);
    for (const answer of answers) expect(answer.json()).toMatchObject(late);
    await app.close();
  });

  it("[FB-2] includes the transfer to a bucket", async () => {
    const standIn = await openBucketStandIn("chairs");
    const app = await openUploadApp({
      files: {
        bucket: {
          ...bucketKeys,
          endpoint: standIn.endpoint,
          region: "eu-central-1",
          bucket: "chairs",
          pathStyle: true,
        },
      },
      // Long enough to process the picture on a busy machine, so that the transfer begins.
      processingMs: 10 * processingMs,
    });
    const release = standIn.delayNext("PUT");
    const form = multipart(formOf(await policyFor(app.http, app.token)), { bytes: await photo() });
    expect((await postForm(app.http, form)).json()).toMatchObject(late);
    release();
    // The policy's folder is free again.
    expect((await postForm(app.http, form)).statusCode).toBe(200);
    await app.close();
    await standIn.close();
  });
});
