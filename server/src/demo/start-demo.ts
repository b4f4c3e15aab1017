import { buildApp } from "#app.ts";
import { hostServer } from "#host.ts";
import { systemClock as clock } from "#platform/time/clock.ts";
import type { Config } from "#platform/config/config.ts";
import { createLog } from "#platform/logging/log.ts";
import type { ChairProcess } from "./chair-process.ts";
import { sendCustomers } from "./customers.ts";
import { switchChairsOn } from "./demo-chairs.ts";
import { greeting } from "./greeting.ts";
import { prepareDatabase, requireDemo } from "./prepare-database.ts";
import { insertCoins } from "./insert-coins.ts";
import { forgetChairs, type Say } from "./prepare-chairs.ts";

export interface DemoStart {
  readonly config: Config;
  /** Chairs that have their secrets belong to a network that was loaded: the usual start opens the database once. */
  readonly prepared: ChairProcess | null;
  readonly isLoaded: boolean;
  readonly reset: boolean;
  readonly traffic: boolean;
  readonly say: Say;
}

export async function startDemo({ config, prepared, isLoaded, reset, traffic, say }: DemoStart) {
  const progress = (words: string) => say(`  … ${words}`);
  const log = createLog(config.logLevel);
  if (!isLoaded) {
    progress(reset ? "database, starting over" : "database");
    const outcome = await prepareDatabase({ config, clock, log, progress, reset });
    if (outcome === "loaded") await forgetChairs(config);
  }
  progress("database, broker and server");
  const server = await hostServer(config, {
    log,
    clock,
    buildApp: async (parts) => {
      await requireDemo(parts.database, config);
      return buildApp(parts);
    },
  });
  try {
    progress("chairs");
    const chairs = await switchChairsOn(server, { config, clock, say, prepared });
    const visits = traffic
      ? [sendCustomers({ url: server.url, clock, say }), insertCoins({ chairs, clock })]
      : [];
    say(greeting(server, config));
    return {
      async stop() {
        say("Stopping …");
        for (const visit of visits) visit.stop();
        await chairs.stop();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
