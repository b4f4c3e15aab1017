import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { silentLog } from "#platform/logging/log.ts";
import { processIdentity } from "#platform/processes/processes.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { startChairProcess } from "./chair-process.ts";

let folder: string;
let credentialsFile: string;
let broker: Awaited<ReturnType<typeof startEmbeddedBroker>>;
const requested: string[] = [];
beforeAll(async () => {
  folder = await makeTestFolder("demo");
  credentialsFile = join(folder, "credentials.csv");
  await writeFile(credentialsFile, "deviceId,secret\nMC01,one\nMC02,two\n");
  broker = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: 0,
    serverSecret: "of-the-test",
    authenticateDevice: async (deviceId, secret) => {
      requested.push(`${deviceId} ${secret}`);
      return true;
    },
    log: silentLog,
  });
});
afterAll(async () => {
  await broker.close();
  await rm(folder, { recursive: true, force: true });
});

const until = async (holds: () => boolean) => {
  for (const deadline = Date.now() + 15_000; !holds(); ) {
    if (Date.now() > deadline) throw new Error("the expected state was not reached in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe("the demo's chairs", () => {
  it("connect with their secrets from a separate process, and stop when requested", async () => {
    const chairs = startChairProcess({
      credentialsFile,
      memoryFolder: join(folder, "memory"),
      mqttUrl: broker.url,
      faults: { MC02: "faultCode=E07" },
      print: () => {},
    });
    await chairs.switchOn();
    await until(() => requested.includes("MC01 one") && requested.includes("MC02 two"));
    const startMs = performance.now();
    await chairs.stop();
    expect(performance.now() - startMs).toBeLessThan(10_000);
    await until(() => processIdentity(chairs.pid) === null);
  });

  it("end if the demo is killed", async () => {
    const demo = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { startChairProcess } from ${JSON.stringify(join(import.meta.dirname, "chair-process.ts"))};
         const chairs = startChairProcess({ credentialsFile: ${JSON.stringify(credentialsFile)},
           memoryFolder: ${JSON.stringify(join(folder, "memory"))}, mqttUrl: ${JSON.stringify(broker.url)},
           faults: {}, print: () => {} });
         await chairs.switchOn();
         console.log(chairs.pid);
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const [line] = (await once(demo.stdout, "data")) as [Buffer];
    const chairsPid = Number(line.toString());
    expect(processIdentity(chairsPid)).not.toBeNull();
    demo.kill("SIGKILL");
    await until(() => processIdentity(chairsPid) === null);
  });
});
