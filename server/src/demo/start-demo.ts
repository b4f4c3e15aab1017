import { buildApp } from "#app.ts";
import { hostServer } from "#host.ts";
import { systemClock as clock } from "#platform/time/clock.ts";
import type { Config } from "#platform/config/config.ts";
import { createLog } from "#platform/logging/log.ts";
import type { ChairProcess } from "./chair-process.ts";
import { simulateCustomers } from "./simulate-customers.ts";
import { switchOnChairs } from "./switch-on-chairs.ts";
import { greeting } from "./greeting.ts";
import { prepareDatabase, requireDemo } from "./prepare-database.ts";
import { simulateCoins } from "./simulate-coins.ts";
import { deleteChairFolder, type Print } from "./prepare-chairs.ts";

export interface DemoStart {
  readonly config: Config;
  /** The chairs' process, if it was started early; null if their secrets or the broker's port were not known yet. */
  readonly prepared: ChairProcess | null;
  /** Whether the secrets of the chairs exist, which shows that the demo was loaded before; false with `reset`. */
  readonly isLoaded: boolean;
  readonly reset: boolean;
  readonly traffic: boolean;
  readonly print: Print;
}

export async function startDemo({ config, prepared, isLoaded, reset, traffic, print }: DemoStart) {
  const progress = (message: string) => print(`  … ${message}`);
  const log = createLog(config.logLevel);
  if (!isLoaded) {
    progress(reset ? "database, starting over" : "database");
    const outcome = await prepareDatabase({ config, clock, log, progress, reset });
    // The secrets and memories of an earlier demo's chairs do not match the new database.
    if (outcome === "loaded") await deleteChairFolder(config);
  }
  progress("database, broker and server");
  const server = await hostServer(config, {
    log,
    clock,
    buildApp: async (dependencies) => {
      await requireDemo(dependencies.database, config);
      return buildApp(dependencies);
    },
  });
  try {
    progress("chairs");
    const chairs = await switchOnChairs(server, { config, clock, print, prepared });
    const visits = traffic
      ? [simulateCustomers({ url: server.url, clock, print }), simulateCoins({ chairs, clock })]
      : [];
    print(greeting(server, config));
    return {
      async stop() {
        print("Stopping …");
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
