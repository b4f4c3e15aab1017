import { execFile, spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "#test/app/order-app.ts";
import { makePayingCustomer, openUploadApp, type UploadApp } from "#test/app/upload-app.ts";
import { formOf, multipart, photo, policyFor, postForm, upload } from "#test/clients/upload-client.ts";
import { box, video } from "#test/media/videos.ts";
import { processIdentity } from "#platform/processes/processes.ts";
import { findMedia } from "#features/uploads/uploads-store.ts";

let app: UploadApp;
beforeAll(async () => {
  app = await openUploadApp();
});
afterAll(() => app.close());

const send = async (bytes: Buffer, type: string, { token = app.token, lang = "en_US" } = {}) => {
  const policy = await policyFor(app.http, token);
  return postForm(app.http, multipart(formOf(policy), { bytes, type }), { lang });
};

/** Returns the processor time of this process and, on Linux, of the programs that it has run. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  if (process.platform !== "linux") return (user + system) / 1000;
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  // A tick is a hundredth of a second.
  return (user + system) / 1000 + 10 * ((fields[13] ?? 0) + (fields[14] ?? 0));
}

/** Returns the IDs of picture processes that this process has started and that still run. */
const pictureProcesses = (): number[] => {
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return parent === process.pid && line.includes("sanitise-picture") ? [Number(pid)] : [];
  });
};

const indexes = (count: number): Buffer => {
  const index = box("moov", Buffer.concat(Array.from({ length: 1_000 }, () => box("free"))));
  return Buffer.concat([
    box("ftyp", Buffer.from("isom\0\0\0\0isom")),
    ...Array.from({ length: count }, () => index),
  ]);
};
/** A video whose elements, of two bytes each, are unknown to every player, up to the end of the file. */
const webmWithUnknownElements = (elements: number): Buffer =>
  Buffer.concat([
    Buffer.from("1a45dfa3874282847765626d", "hex"),
    Buffer.from("1853806701ffffffffffffff1549a96680", "hex"),
    Buffer.alloc(2 * elements, Buffer.from([0xbf, 0x80])),
  ]);

describe("a video that is crafted to be slow", () => {
  it.each([
    ["of 1,000 indexes of 1,000 boxes", () => indexes(1_000), "video/mp4"],
    ["of 99,000 unknown elements", () => webmWithUnknownElements(99_000), "video/webm"],
  ] as const)("[FB-2] %s is refused as unreadable with little processor time", async (_, make, type) => {
    const bytes = make();
    const before = cpuMs();
    const answer = await send(bytes, type);
    // Any other reason would mean that ffmpeg did not process the video.
    expect(answer.json()).toMatchObject({ code: 20602, data: { reason: "broken" } });
    expect(cpuMs() - before).toBeLessThan(4_000);
  });
});

const pngs = new Map<string, Promise<Buffer>>();

/** Returns a PNG of one colour, which is generated once. */
function largePng(width: number, height: number, interlaced = false): Promise<Buffer> {
  const key = [width, height, interlaced].join();
  const png = pngs.get(key) ?? generatePng(width, height, interlaced);
  pngs.set(key, png);
  png.catch(() => pngs.delete(key));
  return png;
}

/** Runs in a separate process, so that memory cached by libvips does not affect the measurement. */
async function generatePng(width: number, height: number, interlaced: boolean): Promise<Buffer> {
  const script = `import sharp from "sharp";
    const image = sharp({ create: { width: ${width}, height: ${height}, channels: 3, background: "red" } });
    process.stdout.write(await image.png({ progressive: ${interlaced} }).withMetadata({ orientation: 6 }).toBuffer());`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    encoding: "buffer",
    maxBuffer: 64 * 1024 ** 2,
  });
  return stdout;
}

describe("a picture that is crafted to be large", () => {
  let png: Buffer;
  beforeAll(async () => {
    png = await largePng(7_300, 7_300);
  });
  const messages = [
    ["en_US", "Photos can have up to 50 megapixels"],
    ["zh_CN", "图片不能超过 5000 万像素"],
    ["zh_TW", "圖片不能超過 5000 萬像素"],
    ["id_ID", "Foto tidak boleh lebih dari 50 megapiksel"],
  ] as const;

  it("[FB-2] of more than 50 megapixels is refused with a message in the sender's language, including as HEIC", async () => {
    const heic = await readFile(new URL("../../../../test/media/chair.heic", import.meta.url));
    for (let at = heic.indexOf("ispe"); at > 0; at = heic.indexOf("ispe", at + 4)) {
      heic.writeUInt32BE(7_300, at + 8);
      heic.writeUInt32BE(7_300, at + 12);
    }
    const files = messages.map(([lang, message]) => ({ bytes: png, type: "image/png", lang, message }));
    const [lang, message] = messages[0];
    for (const file of [...files, { bytes: heic, type: "image/heic", lang, message }]) {
      const answer = await send(file.bytes, file.type, { lang: file.lang });
      expect(answer.json()).toMatchObject({
        code: 20602,
        message: file.message,
        data: { reason: "tooManyPixels" },
      });
    }
  });

  it("[FB-2] of 50 megapixels is accepted, and four such pictures do not increase the server's memory", async () => {
    const bytes = await largePng(8_192, 6_144, true);
    const { token } = await makePayingCustomer(app.db.owner);
    const before = process.memoryUsage.rss();
    const growth: number[] = [];
    const watch = setInterval(() => growth.push(process.memoryUsage.rss() - before), 20);
    // Decoded, each of the pictures has 144 MiB.
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(bytes, "image/png", { token })));
    clearInterval(watch);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    // Growth may be negative, because the server may have returned memory to the system.
    expect(growth.length).toBeGreaterThan(10);
    expect(Math.max(...growth)).toBeLessThan(150 * 1024 ** 2);
    // Pictures are processed at low priority, so other processes of a busy machine may delay them by minutes.
  }, 400_000);

  it("[FB-2] does not delay another customer by more than one picture", async () => {
    const tiny = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from("ftypheic\0\0\0\0heicmif1"),
      Buffer.alloc(16),
    ]);
    const slow = await largePng(3_000, 3_000, true);
    const attacker = (await makePayingCustomer(app.db.owner)).token;
    const customer = (await makePayingCustomer(app.db.owner)).token;
    const form = multipart(formOf(await policyFor(app.http, customer)), { bytes: await photo() });
    const done: string[] = [];
    const attack = [tiny, slow, slow, slow].map((bytes) =>
      send(bytes, "application/octet-stream", { token: attacker }).then(() => done.push("attack")),
    );
    // Waits for any of the attacker's uploads: their order in the queue depends on how long each took to receive.
    await Promise.race(attack);
    const doneBefore = done.length;
    expect((await postForm(app.http, form)).statusCode).toBe(200);
    done.push("customer");
    await Promise.all(attack);
    // Uploads of the attacker that may end first: the picture that was being processed when the customer's picture was
    // queued, and uploads that ended while the server received the customer's picture.
    expect(done.indexOf("customer") - doneBefore).toBeLessThan(3);
    // Pictures are processed at low priority, so other processes of a busy machine may delay them by minutes.
  }, 400_000);
});

describe("a picture whose processing exceeds a time limit", () => {
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await largePng(8_192, 6_144, true);
  });

  it.each([
    ["of the processor", { cpuMs: 200 }, { status: 403, code: 20602, reason: "broken" }],
    ["by the wall clock", { wallMs: 500 }, { status: 503, code: resultCodes.notReady, reason: undefined }],
  ] as const)(
    "[FB-2] %s is refused, and leaves no file and no process",
    async (_, pictureLimits, expected) => {
      const limited = await openUploadApp({ pictureLimits });
      const others = pictureProcesses();
      const form = multipart(formOf(await policyFor(limited.http, limited.token)), {
        bytes,
        type: "image/png",
      });
      const answer = await postForm(limited.http, form);
      const { code, data } = answer.json<{ code: number; data: { reason?: string } | null }>();
      expect({ status: answer.statusCode, code, reason: data?.reason }).toEqual(expected);
      expect(pictureProcesses().filter((pid) => !others.includes(pid))).toEqual([]);
      expect(await limited.storedFiles()).toEqual([]);
      await limited.close();
    },
  );
});

describe("a client that disconnects, and a server that stops", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "reposo-slow-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Replaces ffmpeg with a program that never ends and writes its process ID to a file. */
  async function openSlowApp(name: string) {
    const pidFile = join(folder, `${name}.pid`);
    const ffmpeg = join(folder, name);
    const version = 'case "$1" in -version) echo "ffmpeg version 5.1"; exit;; esac';
    await writeFile(ffmpeg, `#!/bin/sh\n${version}\necho $$ > ${pidFile}\nexec sleep 600\n`);
    await chmod(ffmpeg, 0o755);
    const slow = await openUploadApp({ media: { ffmpeg } });
    await slow.http.listen({ host: "127.0.0.1", port: 0 });
    const { port } = slow.http.server.address() as AddressInfo;
    const policy = await policyFor(slow.http, slow.token);
    const form = multipart(formOf(policy), { bytes: video(), type: "video/mp4" });
    const sending = request({ port, path: "/uploads/", method: "POST", headers: form.headers });
    sending.on("error", () => {});
    sending.end(form.payload);
    let pid = 0;
    await eventually(async () => {
      pid = Number(await readFile(pidFile, "utf8"));
      expect(processIdentity(pid)).not.toBeNull();
    });
    return { slow, sending, pid, policy };
  }

  it("[FB-2] leave no process, and no file but what the sender can resume, and the policy can be used again", async () => {
    const { slow, sending, pid, policy } = await openSlowApp("gone");
    sending.destroy();
    await eventually(async () => {
      expect(processIdentity(pid)).toBeNull();
      expect(await slow.storedFiles()).toEqual([]);
    });
    await eventually(async () => {
      const form = multipart(formOf(policy), { bytes: await photo() });
      expect((await postForm(slow.http, form)).statusCode).toBe(200);
    });
    expect(await slow.keptParts()).toEqual([]);
    await slow.close();
  });

  it("[FB-2] ends the processing of a video when the server stops", async () => {
    const { slow, pid } = await openSlowApp("stopped");
    await slow.http.close();
    await eventually(async () => {
      expect(processIdentity(pid)).toBeNull();
      expect(await slow.storedFiles()).toEqual([]);
    });
    await slow.close();
  });
});

describe("a server without ffmpeg", () => {
  const messages = [
    ["en_US", "Videos are not supported here. Please send photos instead"],
    ["zh_CN", "此处不支持视频，请改为发送图片"],
    ["zh_TW", "此處不支援影片，請改為傳送圖片"],
    ["id_ID", "Video tidak didukung di sini. Kirim foto saja"],
  ] as const;

  it("[FB-2] rejects videos in the sender's language, accepts pictures, and logs a warning at the start", async () => {
    const lines: string[] = [];
    const without = await openUploadApp({
      media: { ffmpeg: "/no/such/ffmpeg" },
      warn: (line) => lines.push(line),
    });
    expect(lines).toEqual([expect.stringContaining("videos are refused")]);
    const policy = await policyFor(without.http, without.token);
    const form = multipart(formOf(policy), { bytes: video(), type: "video/mp4" });
    for (const [lang, message] of messages) {
      const answer = await postForm(without.http, form, { lang });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 20602, message, data: { reason: "videoUnavailable" } });
    }
    const key = await upload(without.http, without.token, { bytes: await photo() });
    expect(await findMedia(without.db.database, key)).toMatchObject({ kind: "picture" });
    await without.close();
  });
});
