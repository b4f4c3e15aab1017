import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { deviceIdPattern } from "@reposo/contract/fields.ts";
import { Command, InvalidArgumentError, Option } from "commander";
import { createVirtualChair } from "#virtual-chair.ts";
import {
  absentOperator,
  type ChairOperator,
  createTerminalOperator,
  createVirtualOperator,
} from "./chair-operator.ts";
import { defaultTiming } from "./chair-session.ts";
import { type ConformanceBroker, openConformanceBroker } from "./conformance-broker.ts";
import { reportText } from "./conformance-report.ts";
import { allChecks, runConformance } from "./run-conformance.ts";

interface VerifyOptions {
  device: string;
  secret?: string;
  host: string;
  port: number;
  tlsKey?: string;
  tlsCert?: string;
  json?: string;
  only?: string[];
  wait: number;
  virtual?: true;
  manual: boolean;
  quick?: true;
  discardEvents?: true;
}

const wholeNumber = (text: string): number => {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError("enter a whole number");
  return Number(text);
};

const device = (text: string): string => {
  const id = text.trim().toUpperCase();
  if (!new RegExp(deviceIdPattern).test(id))
    throw new InvalidArgumentError("a device ID has 4 to 20 letters and digits");
  return id;
};

/**
 * Implements `npm run chair -- verify --device ID`. The process exits with 0 if at least one check passed and none
 * failed, otherwise with 1.
 */
export const verifyCommand = new Command("verify")
  .description(
    "Verify that a chair follows the protocol. Opens a broker of its own, to which the chair under test must connect; no server is needed. See docs/chair-protocol-guide.md.",
  )
  .requiredOption("--device <ID>", "device ID of the chair", device)
  .option(
    "--secret <SECRET>",
    "secret of the chair; random by default; prefer CHAIR_SECRET, which other users cannot see",
  )
  .option("--host <ADDRESS>", "address to listen on", "0.0.0.0")
  .option("--port <N>", "port to listen on; 0: any free port", wholeNumber, 1883)
  .option("--tls-key <FILE>", "listen with TLS: private key (PEM)")
  .option("--tls-cert <FILE>", "listen with TLS: certificate chain (PEM)")
  .addOption(
    new Option(
      "--virtual",
      "verify a virtual chair of this process instead of waiting for a real one",
    ).conflicts(["tlsKey", "tlsCert"]),
  )
  .option("--no-manual", "skip checks that require a person at the chair")
  .option("--quick", "skip the check that waits for more than a minute")
  .addOption(new Option("--only <ID...>", "run only these checks").choices(allChecks.map(({ id }) => id)))
  .option("--wait <SECONDS>", "how long to wait for the chair to connect", wholeNumber, 300)
  .option(
    "--discard-events",
    "run although the chair has events that its server has not received; these are lost",
  )
  .option("--json <FILE>", "write the machine-readable report")
  .action(verify);

async function verify(options: VerifyOptions): Promise<void> {
  const { device: deviceId } = options;
  const secret = options.secret ?? process.env["CHAIR_SECRET"] ?? randomBytes(12).toString("base64url");
  const tls = await readTls(options);
  const host = options.virtual ? "127.0.0.1" : options.host;
  const port = options.virtual ? 0 : options.port;
  const broker = await openConformanceBroker({ host, port, deviceId, secret, ...(tls && { tls }) });
  const chair = options.virtual
    ? createVirtualChair({ deviceId, secret, mqttUrl: `mqtt://127.0.0.1:${broker.port}` })
    : null;
  const operator = chair === null ? operatorFor(options) : createVirtualOperator(chair);
  try {
    if (chair === null) announce({ deviceId, secret, broker, tls: tls !== null, host });
    chair?.start();
    const report = await runConformance({
      deviceId,
      broker,
      operator,
      timing: { ...defaultTiming, ...(options.quick ? { stateIntervalMs: 0 } : {}) },
      connectMs: options.wait * 1_000,
      discardsEvents: options.discardEvents === true,
      ...(options.only === undefined ? {} : { only: options.only }),
      progress: (line) => console.log(line),
    });
    console.log(reportText(report));
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
    process.exitCode = report.conforms ? 0 : 1;
  } finally {
    operator.close();
    await chair?.stop();
    await broker.close();
  }
}

const operatorFor = ({ manual }: VerifyOptions): ChairOperator =>
  manual && process.stdin.isTTY ? createTerminalOperator() : absentOperator;

async function readTls({ tlsKey, tlsCert }: VerifyOptions) {
  if (tlsKey === undefined && tlsCert === undefined) return null;
  if (tlsKey === undefined || tlsCert === undefined) throw new Error("TLS needs --tls-key and --tls-cert");
  const [key, cert] = await Promise.all([readFile(tlsKey), readFile(tlsCert)]);
  return { key, cert };
}

function announce(to: {
  deviceId: string;
  secret: string;
  broker: ConformanceBroker;
  tls: boolean;
  host: string;
}): void {
  const addresses =
    to.host === "0.0.0.0"
      ? Object.values(networkInterfaces()).flatMap((all = []) =>
          all.filter(({ family }) => family === "IPv4").map(({ address }) => address),
        )
      : [to.host];
  console.log(
    `Configure the chair with device ID ${to.deviceId}, secret ${to.secret}, and one of these brokers:`,
  );
  for (const address of addresses)
    console.log(`  ${to.tls ? "mqtts" : "mqtt"}://${address}:${to.broker.port}`);
  console.log("Waiting for the chair to connect …");
}
