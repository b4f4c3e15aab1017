import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { hashBrokerPassword, mosquittoConfig, mosquittoData } from "#platform/mqtt/mosquitto-files.ts";
import { findQuietPort } from "./quiet-port.ts";

export interface MosquittoPorts {
  /** Port of the chairs' listener. */
  readonly port: number;
  readonly serverPort: number;
}

export interface Mosquitto extends MosquittoPorts {
  /** Resolves when the broker accepts connections. */
  start(): Promise<void>;
  /** Reloads passwords and access rights. */
  reload(): void;
  /** Kills the broker by SIGKILL. Its state is lost, since it has no persistence. */
  kill(): Promise<void>;
}

export const findMosquittoPorts = async (): Promise<MosquittoPorts> => ({
  port: await findQuietPort(),
  serverPort: await findQuietPort(),
});

export const listenersOf = ({ port, serverPort }: MosquittoPorts) => ({
  chairs: `${port} 127.0.0.1`,
  servers: `${serverPort} 127.0.0.1`,
});

/** Prepares the installed Mosquitto for these users, with the files that `reposo broker config` writes. */
export async function openMosquitto(folder: string, users: ReadonlyMap<string, string>): Promise<Mosquitto> {
  const ports = await findMosquittoPorts();
  const files = join(folder, "mosquitto");
  await mkdir(files, { recursive: true });
  const logins = [...users].map(([name, secret]) => ({ name, password: hashBrokerPassword(secret) }));
  const server = logins.find(({ name }) => name === serverUsername);
  if (server === undefined) throw new Error("Mosquitto needs the servers' login");
  const data = mosquittoData(
    logins.filter((login) => login !== server),
    server,
  );
  for (const [name, text] of Object.entries(data)) await writeFile(join(files, name), text, { mode: 0o600 });
  await writeFile(join(files, "reposo.conf"), mosquittoConfig(files, listenersOf(ports)));
  return prepareMosquitto(files, ports);
}

/** Prepares the installed Mosquitto with the configuration in this folder. */
export async function prepareMosquitto(files: string, ports: MosquittoPorts): Promise<Mosquitto> {
  const config = join(files, "main.conf");
  // Without this line, Mosquitto started by root would switch to a user who may be unable to read the folder.
  const user = process.getuid?.() === 0 ? "user root\n" : "";
  await writeFile(config, `${user}${await readFile(join(files, "reposo.conf"), "utf8")}`);
  let child: ChildProcess | null = null;
  const endWithUs = () => child?.kill("SIGKILL");

  return {
    ...ports,
    async start() {
      const started = spawn(program(), ["-c", config], { stdio: ["ignore", "ignore", "pipe"] });
      child = started;
      let output = "";
      started.stderr.on("data", (chunk: Buffer) => {
        output += String(chunk);
      });
      started.once("error", (error) => {
        output += error.message;
      });
      process.once("exit", endWithUs);
      while (!((await accepts(ports.port)) && (await accepts(ports.serverPort)))) {
        if (started.exitCode !== null || started.pid === undefined)
          throw new Error(`Mosquitto did not start: ${output}`);
        await delay(20);
      }
    },
    reload: () => void child?.kill("SIGHUP"),
    async kill() {
      const running = child;
      child = null;
      process.off("exit", endWithUs);
      if (running === null || running.exitCode !== null) return;
      const exited = once(running, "exit");
      running.kill("SIGKILL");
      await exited;
    },
  };
}

/** Returns the path of Mosquitto, which Debian installs in a folder that is only on root's PATH. */
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
