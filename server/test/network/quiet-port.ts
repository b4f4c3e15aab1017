import { once } from "node:events";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port for servers that follow each other on it. It lies below those that Linux and the others give to whoever asks
 * for any: of those, one that is free now may be somebody else's before the next server comes.
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

/** A server without a port of its own looks for a free one first; where others got it meanwhile, it has to look again. */
export const isFreePortLost = (said: string): boolean =>
  /port \d+ on \S+ is used by another program; choose another with PORT\n/.test(said);
