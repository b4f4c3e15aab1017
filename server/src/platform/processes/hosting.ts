import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type pg from "pg";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import type { Config } from "#platform/config/config.ts";
import { brokerSecretName, folderSecret, lockFolder } from "#platform/files/data-folder.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { AuthenticateDevice } from "#platform/mqtt/broker-authentication.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import type { Certificate } from "#platform/mqtt/broker-listeners.ts";
import type { LocalBroker } from "#platform/mqtt/local-broker.ts";
import { requireWritableFolder } from "#platform/files/folder-errors.ts";
import { createKeyCipher, type KeyCipher, loadKeyEncryptionKey } from "#platform/keys/key-cipher.ts";
import type { Log } from "#platform/logging/log.ts";
import { openDatabase } from "#platform/postgres/open-database.ts";
import { withTimeout } from "#platform/time/clock.ts";
import { explainListenError } from "#platform/config/ports.ts";
import { StartError } from "#platform/config/settings.ts";
import type { StorageWatch } from "#platform/postgres/storage-watch.ts";

/** Database, broker, and keys of a server. The database and the broker are embedded or external. */
export interface Platform {
  database: Database;
  ownerConnection: pg.PoolConfig;
  storage: StorageWatch;
  /** Encrypts the keys that are stored in the database. */
  cipher: KeyCipher;
  /**
   * URL and login of the broker. An embedded broker has `local`, which gives access to it without a socket; an external
   * broker has `sharedGroup`.
   */
  mqtt: { url: string; username: string; password: string; local?: LocalBroker; sharedGroup?: string };
  /** Disconnects a chair that logged in with an old secret; null with an external broker. */
  disconnectDevice: ((deviceId: string) => Promise<void>) | null;
  /**
   * Sets the function that verifies chairs. The broker starts before the application; until this call, the broker
   * responds to chairs that the server is unavailable.
   */
  authenticateDevicesWith(authenticate: AuthenticateDevice): void;
  /**
   * Reads the certificate of the broker's TLS listener again, for chairs that connect from now on. An invalid
   * certificate is logged, and the previous one stays in use.
   */
  reloadCertificate(): Promise<void>;
  stop(): Promise<void>;
}

/** Name of the MQTT shared subscription with which an external broker sends a chair's reply or event to one server. */
const sharedGroup = "reposo";

/**
 * Time limits for stopping. Together with the application's 1.2 s (`host.ts`), they are less than the 5 s within which
 * a server must stop.
 */
const brokerTimeoutMs = 500;
const databaseTimeoutMs = 3_000;

/**
 * Locks the data folder, then starts database and broker. `stop` stops them in reverse order; so does a failed start.
 */
export async function startPlatform(config: Config, { log }: { log: Log }): Promise<Platform> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const stopOne of stops.splice(0).reverse()) {
      await stopOne().catch((error: unknown) =>
        log.error({ err: error }, "a part of the platform did not stop cleanly; stopping the others"),
      );
    }
  };

  try {
    const lock = await lockFolder(config.dataDir);
    stops.push(lock.release);
    await requireWritableFolder(config.files.folder, "FILES_DIR");
    const cipher = createKeyCipher(await loadKeyEncryptionKey(config));
    const { database, ownerConnection, storage, close } = await openDatabase(config, { log });
    stops.push(() => withTimeout(databaseTimeoutMs, close()));

    let authenticate: AuthenticateDevice = async () => {
      throw new Error("the server is still starting");
    };
    const broker = config.mqttUrl
      ? null
      : await startBroker(config, log, (deviceId, secret, connection) =>
          authenticate(deviceId, secret, connection),
        );
    if (broker) stops.push(() => withTimeout(brokerTimeoutMs, broker.close()));

    return {
      database,
      ownerConnection,
      storage,
      cipher,
      mqtt: config.mqttUrl
        ? { ...config.mqttUrl, sharedGroup }
        : {
            url: broker?.url as string,
            username: serverUsername,
            password: await brokerSecret(config),
            ...(broker ? { local: broker.local } : {}),
          },
      disconnectDevice: broker && broker.disconnectDevice,
      authenticateDevicesWith: (fn) => {
        authenticate = fn;
      },
      reloadCertificate: async () => {
        if (!broker || !config.mqttTls) return;
        try {
          broker.replaceCertificate(await readCertificate(config.mqttTls));
          log.info("the MQTT certificate was read again");
        } catch (error) {
          log.error({ err: error }, "the MQTT certificate cannot be replaced; the previous one stays in use");
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the secret of the broker's server login from a file in the data folder, which is created on first use. */
const brokerSecret = (config: Config) => folderSecret(config.dataDir, brokerSecretName);

async function startBroker(
  config: Config,
  log: Log,
  authenticateDevice: AuthenticateDevice,
): Promise<EmbeddedBroker> {
  const { mqttTls } = config;
  try {
    return await startEmbeddedBroker({
      host: config.mqttHost,
      port: config.mqttPort,
      serverSecret: await brokerSecret(config),
      authenticateDevice,
      log,
      limits: config.mqttLimits,
      ...(mqttTls ? { tls: { port: mqttTls.port, ...(await readCertificate(mqttTls)) } } : {}),
    });
  } catch (error) {
    throw explainListenError(error, {
      hostSetting: "MQTT_HOST",
      portSettings: ["MQTT_PORT", "MQTT_TLS_PORT"],
    });
  }
}

async function readCertificate({ keyFile, certFile }: NonNullable<Config["mqttTls"]>): Promise<Certificate> {
  const read = (setting: string, file: string) =>
    readFile(file).catch((error: Error) => {
      throw new StartError(`setting ${setting} names a file that cannot be read: ${error.message}`);
    });
  const pair = { key: await read("MQTT_TLS_KEY", keyFile), cert: await read("MQTT_TLS_CERT", certFile) };
  try {
    createSecureContext(pair);
  } catch (error) {
    const { message } = error as Error;
    throw new StartError(
      `setting MQTT_TLS_KEY or MQTT_TLS_CERT is invalid; they must name a private key and its certificate in PEM format: ${message}`,
    );
  }
  return pair;
}
