import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findQuietPort } from "./quiet-port.ts";

export interface Mosquitto {
  readonly port: number;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Kills it without a word; it keeps nothing, so whatever it held is lost. */
  kill(): Promise<void>;
}

const operatingPage = join(import.meta.dirname, "..", "..", "docs", "operating.md");

/** Configuration and access rights as the operating page gives them. */
async function documentedFiles(): Promise<{ config: string; acl: string }> {
  const page = await readFile(operatingPage, "utf8");
  const section = page.slice(page.indexOf("\n## External broker\n")).split("\n## ")[1] ?? "";
  const [config, acl] = [...section.matchAll(/^```\n(.*?)^```$/gms)].map(([, block]) => block as string);
  if (config === undefined || acl === undefined)
    throw new Error("the operating page gives no configuration of Mosquitto");
  return { config, acl };
}

/** The system's Mosquitto with these users and their passwords, configured as the operating page says. */
export async function openMosquitto(folder: string, users: ReadonlyMap<string, string>): Promise<Mosquitto> {
  const port = await findQuietPort();
  const [passwords, rights, config] = ["passwords", "acl", "mosquitto.conf"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(passwords, [...users].map(([name, password]) => `${name}:${password}\n`).join(""), {
    mode: 0o600,
  });
  const hashed = spawnSync("mosquitto_passwd", ["-U", passwords], { encoding: "utf8" });
  if (hashed.status !== 0) throw new Error(`mosquitto_passwd failed: ${hashed.error ?? hashed.stderr}`);
  const documented = await documentedFiles();
  await writeFile(rights, documented.acl, { mode: 0o600 });
  const lines = [
    documented.config
      .replace(/^listener .*$/m, `listener ${port} 127.0.0.1`)
      .replace(/^password_file .*$/m, `password_file ${passwords}`)
      .replace(/^acl_file .*$/m, `acl_file ${rights}`),
    // As root it would otherwise become a user who may not read the folder.
    ...(process.getuid?.() === 0 ? ["user root"] : []),
  ];
  await writeFile(config, `${lines.join("\n")}\n`);
  let child: ChildProcess | null = null;
  const endWithUs = () => child?.kill("SIGKILL");

  return {
    port,
    async start() {
      const started = spawn(program(), ["-c", config], { stdio: ["ignore", "ignore", "pipe"] });
      child = started;
      let said = "";
      started.stderr.on("data", (chunk: Buffer) => {
        said += String(chunk);
      });
      started.once("error", (error) => {
        said += error.message;
      });
      process.once("exit", endWithUs);
      while (!(await accepts(port))) {
        if (started.exitCode !== null || started.pid === undefined)
          throw new Error(`Mosquitto did not start: ${said}`);
        await delay(20);
      }
    },
    async kill() {
      const running = child;
      child = null;
      process.off("exit", endWithUs);
      if (running === null || running.exitCode !== null) return;
      const gone = once(running, "exit");
      running.kill("SIGKILL");
      await gone;
    },
  };
}

/** Debian keeps it where only root looks. */
function program(): string {
  const named = process.env["MOSQUITTO_PATH"];
  if (named) return named;
  return existsSync("/usr/sbin/mosquitto") ? "/usr/sbin/mosquitto" : "mosquitto";
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
