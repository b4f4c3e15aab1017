import type pg from "pg";
import { hasAnyAccount } from "#features/login/index.ts";
import { type Clock, systemClock, withTimeout } from "#platform/time/clock.ts";
import type { AuthenticateDevice } from "#platform/mqtt/broker-authentication.ts";
import type { Config } from "#platform/config/config.ts";
import type { Database } from "#platform/postgres/database.ts";
import { type Platform, startPlatform } from "#platform/processes/hosting.ts";
import type { Log } from "#platform/logging/log.ts";
import { explainListenError, findFreePort, localOrigin } from "#platform/config/ports.ts";

export interface AppDependencies
  extends Pick<Platform, "database" | "storage" | "mqtt" | "disconnectDevice" | "cipher"> {
  config: Config;
  /** Origin of links to this server, without a trailing slash. */
  publicUrl: string;
  clock: Clock;
  log: Log;
}

/** The part of the application that the process controls. */
export interface App {
  http: {
    listen(options: { host: string; port: number }): Promise<string>;
    close(): PromiseLike<unknown>;
  };
  authenticateDevice: AuthenticateDevice;
  /** Starts background work, such as the chair gateway, the outbox, deadlines, and live events. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface HostedServer {
  /** URL at which this machine reaches the server; `publicUrl` may differ. */
  url: string;
  publicUrl: string;
  mqttUrl: string;
  database: Database;
  /** The connection of the database's owner, which may change the schema. */
  ownerConnection: pg.PoolConfig;
  /** True if the database contains no account. */
  isNew: boolean;
  /** Reads the files again that may change while the server runs: the certificate of the broker's TLS listener. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** Time limit for stopping the application. With the platform's limits (`hosting.ts`), a server stops within 5 s. */
const appTimeoutMs = 1_200;

/** Starts a complete server; used by the process, the demo, end-to-end tests, and benchmarks. */
export async function hostServer<A extends App>(
  config: Config,
  {
    log,
    buildApp,
    clock = systemClock,
  }: { log: Log; buildApp: (dependencies: AppDependencies) => Promise<A>; clock?: Clock },
): Promise<HostedServer & { app: A }> {
  const platform = await startPlatform(config, { log });
  let app: A | null = null;
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= (async () => {
      if (app) await withTimeout(appTimeoutMs, stopApp(app, log));
      await platform.stop();
    })();
    return stopping;
  };

  try {
    const port = config.port === 0 ? await explaining(findFreePort(config.host)) : config.port;
    const url = localOrigin(config.host, port);
    const publicUrl = config.publicUrl ?? url;
    const { database, storage, mqtt, disconnectDevice, cipher, ownerConnection } = platform;
    // The application does not receive the owner's connection, which may change the schema.
    const parts = { database, storage, mqtt, disconnectDevice, cipher };
    app = await buildApp({ config, publicUrl, clock, log, ...parts });
    platform.authenticateDevicesWith(app.authenticateDevice);
    await app.start();
    await explaining(app.http.listen({ host: config.host, port }));
    return {
      app,
      url,
      publicUrl,
      mqttUrl: mqtt.url,
      database,
      ownerConnection,
      isNew: !(await hasAnyAccount(database)),
      reload: platform.reloadCertificate,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function stopApp(app: App, log: Log): Promise<void> {
  const failed = (error: unknown) =>
    log.error({ err: error }, "a part of the application did not stop cleanly; stopping the others");
  // The HTTP server closes first, so that no new calls arrive while the other parts stop.
  await Promise.resolve(app.http.close()).catch(failed);
  await app.stop().catch(failed);
}

/** Replaces an error of opening the port by a StartError that names the setting. */
async function explaining<T>(listening: PromiseLike<T>): Promise<T> {
  try {
    return await listening;
  } catch (error) {
    throw explainListenError(error, { hostSetting: "HOST", portSettings: ["PORT"] });
  }
}
