import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { findQuietPort } from "#test/network/quiet-port.ts";
import { openKilledServers } from "#test/processes/killed-server.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

/** Addresses of this machine other than 127.0.0.1. On Linux, all of 127.0.0.0/8 belongs to the machine. */
const otherAddresses = [
  ...(process.platform === "linux" ? ["127.0.0.2"] : []),
  ...Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address),
  ),
];

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return false;
    throw error;
  } finally {
    socket.destroy();
  }
}

it.each([
  ["on loopback only", {}, false],
  ["on all addresses if METRICS_HOST is 0.0.0.0", { METRICS_HOST: "0.0.0.0" }, true],
])("[G-9] serves metrics %s", async (_where, env, isPublic) => {
  const port = await findQuietPort();
  const servers = await openKilledServers(test.connection, { METRICS_PORT: String(port), ...env });
  try {
    await servers.start();
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining("reposo_event_streams"),
    ]);
    expect(otherAddresses.length).toBeGreaterThan(0);
    for (const address of otherAddresses)
      expect([address, await accepts(address, port)]).toEqual([address, isPublic]);
  } finally {
    await servers.close();
  }
});
