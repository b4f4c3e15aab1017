import { once } from "node:events";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Finds a free port for several servers that run one after another. The port is below the range of ephemeral ports, from
 * which another process might be assigned it before the next server starts.
 */
export async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer().listen({ host: "127.0.0.1", port });
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/**
 * Returns true if a server failed to start because another process took the port after `findQuietPort` had found it free.
 */
export const isFreePortLost = (output: string): boolean =>
  /port \d+ on \S+ is used by another program; choose another with PORT\n/.test(output);
