import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { StartError } from "./settings.ts";

interface ListenSettings {
  hostSetting: string;
  portSettings: [string, ...string[]];
}

/** Converts an error of listening to a StartError that names the setting; returns other errors unchanged. */
export function explainListenError(error: unknown, { hostSetting, portSettings }: ListenSettings): unknown {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  const settings = portSettings.join(" or ");
  switch (code) {
    case "EADDRINUSE":
      return new StartError(
        `port ${port} on ${address} is used by another program; choose another with ${settings}`,
      );
    case "EACCES":
      return new StartError(
        `port ${port} may not be opened by this user; choose 1024 or higher with ${settings}`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(`setting ${hostSetting} names no address of this machine`);
    default:
      return error;
  }
}

/**
 * Finds a free port for a service that must know its port before it listens. Another process may take the port before
 * the service listens.
 */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen({ host, port: 0 });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Returns the server's URL for a browser on this machine, even if the server listens on all addresses. */
export function localOrigin(host: string, port: number): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
