import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { listChairLogins } from "#features/devices/index.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { readConfig } from "#platform/config/config.ts";
import { brokerSecretName, folderSecret } from "#platform/files/data-folder.ts";
import { hashBrokerPassword, mosquittoConfig, mosquittoData } from "#platform/mqtt/mosquitto-files.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { withDatabase } from "#cli/with-database.ts";

const configName = "reposo.conf";

interface Ports {
  readonly chairs: string;
  readonly servers: string;
}

export function addBrokerCommands(program: Command, terminal: Terminal): void {
  program
    .command("broker")
    .description("files for an external Mosquitto broker (MQTT_URL)")
    .command("config")
    .argument("<folder>")
    .description(
      "writes the passwords and access rights of all chairs and of the servers, and a configuration if there is none; run it again after `device credential`, then reload Mosquitto",
    )
    .option(
      "--chairs <listener>",
      "port of the chairs' listener, with an address where needed",
      readListener,
      "1883",
    )
    .option(
      "--servers <listener>",
      "port of the servers' listener, with an address where needed",
      readListener,
      "1884 127.0.0.1",
    )
    .action((folder: string, ports: Ports, command: Command) => {
      const arePortsGiven = ["chairs", "servers"].some(
        (name) => command.getOptionValueSource(name) === "cli",
      );
      return writeFiles(terminal, resolve(terminal.folder, folder), { ports, arePortsGiven });
    });
}

/** Accepts `PORT` and `PORT ADDRESS`, as Mosquitto's option `listener` does. */
function readListener(text: string): string {
  const [, port] = /^(\d{1,5})(?: [^\s]+)?$/.exec(text.trim()) ?? [];
  if (port !== undefined && Number(port) >= 1 && Number(port) <= 65_535) return text.trim();
  throw new InvalidArgumentError('Give a port from 1 to 65535, or a port and an address: "1883 192.0.2.1".');
}

async function writeFiles(
  terminal: Terminal,
  folder: string,
  { ports, arePortsGiven }: { ports: Ports; arePortsGiven: boolean },
): Promise<void> {
  const chairs = await withDatabase(terminal, listChairLogins);
  const secret = await serverSecret(terminal);
  const logins = chairs.flatMap(({ deviceId, brokerPassword }) =>
    brokerPassword === null ? [] : [{ name: deviceId, password: brokerPassword }],
  );
  const files = mosquittoData(logins, { name: serverUsername, password: hashBrokerPassword(secret.value) });
  const config = join(folder, configName);
  let isConfigNew = false;
  try {
    await mkdir(folder, { recursive: true });
    // Existing files are overwritten in place, so that they keep the owner and group that Mosquitto needs.
    for (const [name, text] of Object.entries(files)) await writeConfidential(join(folder, name), text);
    isConfigNew = await writeOnce(config, mosquittoConfig(folder, ports));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliFailure(2, `${folder}: can't be written (${code})`, { cause: error });
  }
  terminal.out(`${folder}: passwords and rights of ${logins.length} chairs and of ${serverUsername}.`);
  terminal.out(
    isConfigNew
      ? `${config}: written; include it in Mosquitto's configuration and restart Mosquitto.`
      : `${config}: left as it is; reload Mosquitto (SIGHUP).`,
  );
  if (!isConfigNew && arePortsGiven)
    terminal.err(
      `${config}: exists, so --chairs and --servers had no effect; edit its lines "listener", or delete it first.`,
    );
  if (secret.file !== null)
    terminal.out(`The servers' secret is in ${secret.file}; put it into MQTT_URL of every server.`);
  const unconverted = chairs.filter(({ brokerPassword }) => brokerPassword === null);
  if (unconverted.length === 0) return;
  const named = unconverted.slice(0, 5).map(({ deviceId }) => deviceId);
  terminal.err(
    `${unconverted.length} chairs have a secret that cannot be converted and are left out; give them a new one with \`device credential\`: ${named.join(", ")}${unconverted.length > named.length ? ", …" : ""}`,
  );
}

/**
 * Returns the secret with which the servers log in: that of MQTT_URL or, without MQTT_URL, that of a file in the data
 * folder, which is created if it is missing. `file` is the path of this file; null for the secret of MQTT_URL.
 */
async function serverSecret(terminal: Terminal): Promise<{ value: string; file: string | null }> {
  const { mqttUrl, dataDir } = readConfig(terminal.env);
  if (mqttUrl !== null) return { value: mqttUrl.password, file: null };
  return { value: await folderSecret(dataDir, brokerSecretName), file: join(dataDir, brokerSecretName) };
}

async function writeConfidential(file: string, text: string): Promise<void> {
  const isNew = !existsSync(file);
  await writeFile(file, text, { mode: 0o640 });
  // The process's umask may have reduced the mode of a new file.
  if (isNew) await chmod(file, 0o640);
}

async function writeOnce(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
