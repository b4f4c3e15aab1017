import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPictureProcess, runTask } from "./picture-process.ts";
import { pictureLimits } from "./picture-process-messages.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-pictures-"));
});
afterAll(() => rm(folder, { recursive: true }));

const taskIn = (path: string) => ({
  path: join(path, "picture"),
  target: join(path, "clean"),
  sniffedType: "image/png",
});

describe("a picture process whose channel fails", () => {
  it("[FB-2] has ended when the request is rejected, so that it no longer writes to the target", async () => {
    const script = join(folder, "disconnected.mjs");
    await writeFile(script, "process.disconnect(); setInterval(() => {}, 1_000);");
    const child = fork(script, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    await once(child, "disconnect");
    const task = { ...taskIn(folder), limits: pictureLimits };
    await expect(runTask(child, task, new AbortController().signal)).rejects.toMatchObject({
      resultName: "notReady",
    });
    const { signalCode } = child;
    child.kill("SIGKILL");
    expect(signalCode).toBe("SIGKILL");
  });

  it("[FB-2] is reported as notReady if it cannot be started, and does not end the server", async () => {
    const { execPath } = process;
    const pictures = createPictureProcess();
    try {
      process.execPath = join(folder, "missing");
      await expect(pictures.clean(taskIn(folder), new AbortController().signal)).rejects.toMatchObject({
        resultName: "notReady",
      });
    } finally {
      process.execPath = execPath;
      pictures.end();
    }
  });
});
