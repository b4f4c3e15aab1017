import { networkInterfaces } from "node:os";
import type { HostedServer } from "#host.ts";
import type { Config } from "#platform/config/config.ts";
import {
  demoAccounts,
  faultyChair,
  offlineChair,
  refusingChair,
  servicedChair,
  unpricedChair,
} from "./demo-network.ts";

export function greeting(
  { url, publicUrl, mqttUrl }: Pick<HostedServer, "url" | "publicUrl" | "mqttUrl">,
  config: Config,
): string {
  const chairPage = (deviceId: string) => `${publicUrl}/pages/index/index?deviceId=${deviceId}`;
  const managers = demoAccounts
    .filter(({ kind }) => kind === "outletManager")
    .map(({ loginName, password }) => `    ${loginName.padEnd(14)} ${password}`);
  return [
    "",
    `  Reposo demo: ${publicUrl}`,
    "",
    "  Manager logins",
    ...managers,
    "  Chairs to start",
    `    MC100001  Manila        ${chairPage("MC100001")}`,
    `    MC100041  Kuala Lumpur  ${chairPage("MC100041")}`,
    `    ${refusingChair}  refuses every start, so that a paid massage continues on another chair`,
    `    (${offlineChair} is offline, ${faultyChair} has a fault, ${servicedChair} is out of service,`,
    `    ${unpricedChair} has no price list)`,
    "  Coupons   DEMO-FREE-1 … DEMO-FREE-40, any price once",
    "            DEMO-CASH-1 … DEMO-CASH-40, the lowest price of a chair in PHP",
    `  Chairs connect to ${mqttUrl}. Payments are simulated.`,
    `  ${lanHint(url, config)}`,
    "  Ctrl-C stops everything; npm run demo -- --reset starts over, --traffic simulates customers.",
    "",
  ].join("\n");
}

function lanHint(url: string, config: Config): string {
  const { port } = new URL(url);
  const addresses = Object.values(networkInterfaces())
    .flatMap((addressed) => addressed ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => `http://${address}:${port}`);
  if (["127.0.0.1", "localhost", "::1"].includes(config.host))
    return "Only reachable from this machine. For a phone on the same network: HOST=0.0.0.0 npm run demo";
  return addresses.length > 0
    ? `From a phone on the same network: ${addresses.join(" or ")} (scanning a code needs https; entering a chair's ID does not)`
    : "This machine has no network address.";
}
