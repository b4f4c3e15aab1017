import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { maxPictureBytes } from "@reposo/contract/feedback/media-limits.ts";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { manualClock } from "#platform/time/clock.ts";
import { eventually } from "#test/app/order-app.ts";
import { makePayingCustomer, openUploadApp, type UploadApp } from "#test/app/upload-app.ts";
import { call } from "#test/clients/http-client.ts";
import {
  formOf,
  keyIn,
  multipart,
  photo,
  type Policy,
  policyFor,
  postForm,
} from "#test/clients/upload-client.ts";
import { video } from "#test/media/videos.ts";
import { mediaLink } from "#features/uploads/serving/media-links.ts";
import { createInterruptedUploads, keptMilliseconds } from "./interrupted-uploads.ts";

const megabyte = 1024 * 1024;

let app: UploadApp;
let port: number;
beforeAll(async () => {
  app = await openUploadApp();
  await app.http.listen({ host: "127.0.0.1", port: 0 });
  port = (app.http.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const incomingBytes = async () => {
  const paths = (await app.storedFiles()).filter((path) => path.includes("incoming"));
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return Math.max(0, ...sizes);
};
const resume = async (key: string, token = app.token): Promise<Policy> =>
  (await call(app.http, getPolicy, { resume: key }, { "access-token": token })).data;

/** Sends a form up to a byte of its file, and waits until the server has written what it received. */
async function beginUpload(
  policy: Policy,
  file: { bytes: Buffer; type: string },
  sent: number,
): Promise<Socket> {
  const { payload, headers } = multipart(formOf(policy), file);
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  const lines = Object.entries({ ...headers, host: "chairs", "content-length": String(payload.length) });
  socket.write(`POST /uploads/ HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`);
  socket.write(payload.subarray(0, payload.indexOf(file.bytes) + sent));
  await eventually(async () => expect(await incomingBytes()).toBeGreaterThan(sent - 0.25 * megabyte));
  return socket;
}

/** Uploads a file whose connection breaks after `sent` bytes. @returns the key */
async function cutUpload(
  file: { bytes: Buffer; type: string },
  sent: number,
  token = app.token,
): Promise<string> {
  const policy = await policyFor(app.http, token);
  (await beginUpload(policy, file, sent)).destroy();
  await eventually(async () => expect((await resume(keyIn(policy), token)).dir).toBe(policy.dir));
  return keyIn(policy);
}

const sendRest = (policy: Policy, key: string, { bytes, type }: { bytes: Buffer; type: string }) =>
  postForm(
    app.http,
    multipart([...formOf(policy, key), ["offset", String(policy.receivedBytes)]], {
      bytes: bytes.subarray(policy.receivedBytes),
      type,
    }),
  );

describe("an interrupted upload", () => {
  afterEach(async () => {
    app.clock.advance(25 * 3_600_000);
    await app.uploads.purgeUploads();
    expect([...(await app.storedFiles()), ...(await app.keptParts())]).toEqual([]);
  });

  const clip = { bytes: video({ paddingBytes: 20 * megabyte }), type: "video/mp4" };

  it("[FB-2] continues at 80 % after its connection broke there, also after its policy has expired", async () => {
    const key = await cutUpload(clip, 0.8 * clip.bytes.length);
    app.clock.advance(6 * 60_000);
    const policy = await resume(key);
    expect(policy.receivedBytes / clip.bytes.length).toBeGreaterThan(0.78);
    expect((await sendRest(policy, key, clip)).statusCode).toBe(200);
    const whole = await policyFor(app.http, app.token);
    expect((await postForm(app.http, multipart(formOf(whole), clip))).statusCode).toBe(200);
    const contents = [key, keyIn(whole)].map(async (stored) => {
      const link = mediaLink(await app.linkKey(), stored, app.clock.now());
      return (await app.http.inject(link)).rawPayload;
    });
    const [resumed, sentAtOnce] = await Promise.all(contents);
    expect(resumed?.equals(sentAtOnce as Buffer)).toBe(true);
    expect(await app.keptParts()).toEqual([]);
    // A stored file is not resumed.
    expect((await resume(key)).receivedBytes).toBe(0);
  });

  it("[FB-2] continues while the server still waits for the broken connection", async () => {
    const policy = await policyFor(app.http, app.token);
    const socket = await beginUpload(policy, clip, 0.5 * clip.bytes.length);
    const closed = once(socket, "close");
    const resumed = await resume(keyIn(policy));
    await closed;
    expect(resumed.dir).toBe(policy.dir);
    expect(resumed.receivedBytes / clip.bytes.length).toBeGreaterThan(0.48);
    expect((await sendRest(resumed, keyIn(policy), clip)).statusCode).toBe(200);
  });

  it("[FB-2] is neither continued nor interrupted by another browser, and is dropped after half an hour", async () => {
    const key = await cutUpload(clip, 4 * megabyte);
    const other = await makePayingCustomer(app.db.owner);
    const foreign = await resume(key, other.token);
    expect(foreign.receivedBytes).toBe(0);
    expect(foreign.dir).not.toBe(key.slice(0, foreign.dir.length));
    expect((await resume(key)).receivedBytes).toBeGreaterThan(0);
    app.clock.advance(keptMilliseconds + 1_000);
    expect((await resume(key)).receivedBytes).toBe(0);
    await app.uploads.purgeUploads();
    expect(await app.keptParts()).toEqual([]);
  });

  it("[FB-2] is refused like any other file if the whole is too large, or its rest contains markup", async () => {
    const large = {
      bytes: Buffer.concat([await photo(), Buffer.alloc(maxPictureBytes)]),
      type: "image/jpeg",
    };
    const tooLarge = await cutUpload(large, 15 * megabyte);
    expect((await sendRest(await resume(tooLarge), tooLarge, large)).json()).toMatchObject({
      data: { reason: "pictureTooLarge" },
    });
    const script = { ...clip, bytes: Buffer.concat([clip.bytes, Buffer.from("<script>alert(1)</script>")]) };
    const withMarkup = await cutUpload(script, 4 * megabyte);
    expect((await sendRest(await resume(withMarkup), withMarkup, script)).json()).toMatchObject({
      data: { reason: "type" },
    });
    expect(await app.keptParts()).toEqual([]);
  });

  it("[FB-2] is not continued at another byte than the last one received", async () => {
    const key = await cutUpload(clip, 4 * megabyte);
    const policy = await resume(key);
    const at = (offset: string) =>
      postForm(
        app.http,
        multipart([...formOf(policy, key), ["offset", offset]], { ...clip, bytes: Buffer.from("rest") }),
      );
    for (const offset of ["-1", "01", "1e3", "0x10", "99999999999", "1 "])
      expect((await at(offset)).statusCode, offset).toBe(403);
    expect((await at(String(policy.receivedBytes - 1))).statusCode).toBe(503);
    expect((await sendRest(policy, key, clip)).statusCode).toBe(200);
  });
});

describe("what is kept of interrupted uploads", () => {
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  async function openParts() {
    const folder = await mkdtemp(join(tmpdir(), "reposo-parts-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const interrupted = createInterruptedUploads({ folder, clock });
    return {
      interrupted,
      names: () => readdir(folder),
      keep: async (
        sender: string,
        dir: string,
        bytes: number,
        resumed: Awaited<ReturnType<typeof interrupted.find>> = null,
      ) => {
        clock.advance(1_000);
        const path = join(folder, "received");
        await writeFile(path, Buffer.alloc(bytes));
        await interrupted.keep(path, { dir, sender, resumed });
        await rm(path, { force: true });
      },
    };
  }

  it("[FB-2] are the last two of a sender, and the last twenty of all", async () => {
    const { interrupted, keep, names } = await openParts();
    for (const dir of ["a", "b", "c"]) await keep("one", dir, 10);
    expect(await interrupted.find("a")).toBeNull();
    expect(await interrupted.find("b")).toMatchObject({ bytes: 10 });
    for (let sender = 0; sender < 20; sender += 1) await keep(`sender ${sender}`, `d${sender}`, 10);
    expect(await names()).toHaveLength(20);
    expect(await interrupted.find("c")).toBeNull();
  });

  it("[FB-2] is the longer part after each of at most ten resumptions", async () => {
    const { interrupted, keep, names } = await openParts();
    await keep("one", "a", 10);
    for (let bytes = 10; bytes < 20; bytes += 1) {
      const resumed = await interrupted.resume("a", bytes);
      await keep("one", "a", 5, resumed);
      await keep("one", "a", bytes + 1, resumed);
    }
    expect(await interrupted.find("a")).toBeNull();
    await expect(interrupted.resume("a", 20)).rejects.toThrow("notReady");
    await interrupted.drop("a");
    expect(await names()).toEqual([]);
  });
});
