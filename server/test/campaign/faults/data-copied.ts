import { placeStarts } from "./fault-starts.ts";
import type { SmallDisk } from "#test/processes/small-disk-server.ts";
import type { Fault } from "./run-fault.ts";

/**
 * Copies the data folder of a running server: a server or command that is started on the copy must be refused with a
 * message that names the original. Then stops the server, and starts it on a copy that replaces its data folder.
 */
export const dataCopied: Fault = {
  name: "data-copied",
  broker: "embedded",
  smallDisk: true,
  async strike(world) {
    const disk = world.disk as SmallDisk;
    const chairs = world.fleet.chairs();
    const third = Math.ceil(chairs.length / 3);
    const before = placeStarts(world, 1_000, chairs.slice(0, third));
    await disk.copyData();
    for (const [script, ...args] of [["main.ts"], ["cli/main.ts", "audit"]] as const) {
      const { code, output } = await disk.runOnCopy(script, ...args);
      if (code === 0 || !/was copied from .*copy the folder again/.test(output))
        world.findings.push(`${script} on a copy of a running server's folder ended with ${code}: ${output}`);
    }
    const meanwhile = await placeStarts(world, 1_000, chairs.slice(third, 2 * third));
    const early = await before;
    await world.terminateServer();
    await disk.copyData();
    await disk.restoreCopy();
    const after = placeStarts(world, 1_000, chairs.slice(2 * third));
    await world.startServer();
    return [...early, ...meanwhile, ...(await after)];
  },
};
