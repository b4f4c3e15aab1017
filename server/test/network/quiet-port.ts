import { once } from "node:events";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port for consecutive servers. It lies below the ephemeral ports that Linux and others assign: of those, a port that
 * is free now may be taken by another process before the next server starts.
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

/** A server without a configured port looks for a free one; when another process took it meanwhile, it retries. */
export const isFreePortLost = (output: string): boolean =>
  /port \d+ on \S+ is used by another program; choose another with PORT\n/.test(output);
