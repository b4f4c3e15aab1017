import { isIP } from "node:net";
import { resolve } from "node:path";
import { languages } from "@reposo/contract/text/languages.ts";
import { defaultBrokerLimits } from "#platform/mqtt/broker-sockets.ts";
import { withHostsAsParameters } from "#platform/postgres/database-hosts.ts";
import { readFileStoreConfig } from "./config-files.ts";
import { readAlertSettings } from "./config-alerts.ts";
import { readLimits } from "./config-limits.ts";
import type { MapSource } from "@reposo/contract/page-rendering.ts";
import { readMediaConfig } from "./config-media.ts";
import { readMailConfig, readPushConfig } from "./config-notifications.ts";
import { readOperatorConfig } from "./config-operator.ts";
import { readPaymentSettings } from "./config-payments.ts";
import { createSettings, type Environment, type Settings } from "./settings.ts";

export type Config = Readonly<ReturnType<typeof readConfig>>;

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/**
 * @param isDemo whether the network is a demo, whose payments are simulated also at a public address
 * @throws StartError with the name of the invalid setting. An empty value counts as not set.
 */
export function readConfig(env: Environment, { isDemo = false } = {}) {
  const settings = createSettings(env);
  const { text, integer, oneOf, origin } = settings;

  const databaseUrl = readDatabaseUrl(settings, "DATABASE_URL");
  const migrationDatabaseUrl = readDatabaseUrl(settings, "MIGRATION_DATABASE_URL");
  if (migrationDatabaseUrl && !databaseUrl)
    settings.reject("DATABASE_URL", "is required with MIGRATION_DATABASE_URL");
  const metricsToken = text("METRICS_TOKEN");
  if (metricsToken && metricsToken.length < 16)
    settings.reject("METRICS_TOKEN", "needs at least 16 characters");

  const dataDir = resolve(text("DATA_DIR") ?? "./data");
  return {
    host: text("HOST") ?? "127.0.0.1",
    /** 0: any free port. */
    port: integer("PORT", 8080, 0, 65_535),
    mqttHost: text("MQTT_HOST") ?? "127.0.0.1",
    /** Null: the embedded broker accepts TLS only. */
    mqttPort: mqttPort(settings),
    mqttLimits: {
      connections: integer("MQTT_MAX_CONNECTIONS", defaultBrokerLimits.connections, 1),
      connectionsPerAddress: integer(
        "MQTT_CONNECTIONS_PER_ADDRESS",
        defaultBrokerLimits.connectionsPerAddress,
        1,
      ),
      pendingPerAddress: integer("MQTT_PENDING_PER_ADDRESS", defaultBrokerLimits.pendingPerAddress, 1),
      connectSeconds: integer("MQTT_CONNECT_SECONDS", defaultBrokerLimits.connectSeconds, 1, 300),
    },
    /** TLS listener of the embedded broker; null: the embedded broker does not accept TLS. */
    mqttTls: mqttTls(settings),
    /** URL and login of an external broker; null: the embedded broker is used. */
    mqttUrl: mqttUrl(settings),
    dataDir,
    /** Encrypts secrets in the database; null: the key in the data folder is used. */
    keyEncryptionKey: keyEncryptionKey(settings),
    files: readFileStoreConfig(settings, dataDir),
    media: readMediaConfig(settings),
    databaseUrl,
    /** URL of the role that runs migrations; null: `databaseUrl` is used. */
    migrationDatabaseUrl,
    databasePoolSize: integer("DATABASE_POOL_SIZE", 16, 4, 500),
    /** Timeouts for obtaining a connection and for executing a statement; 0: no timeout. */
    databaseConnectSeconds: integer("DATABASE_CONNECT_SECONDS", 20, 0, 3600),
    databaseStatementSeconds: integer("DATABASE_STATEMENT_SECONDS", 10, 0, 86_400),
    /** The server's origin for browsers, without a trailing slash; null: the address on which the server listens. */
    publicUrl: origin("PUBLIC_URL"),
    defaultLanguage: oneOf("DEFAULT_LANGUAGE", languages, "en_US"),
    /** Time from the payment until the chair must have confirmed the start. */
    startDeadlineSeconds: integer("START_DEADLINE_SECONDS", 20, 1, 600),
    /** Additional time for a late confirmation before the server refunds the payment. */
    startGraceSeconds: integer("START_GRACE_SECONDS", 15, 0, 600),
    /** Maximum remaining minutes of a massage after an extension. */
    maxMinutesLeft: integer("LONGEST_MINUTES_LEFT", 120, 1, 600),
    /** Minutes in which a customer may continue on another chair after a failure; 0: the refund never waits. */
    transferMinutes: integer("TRANSFER_MINUTES", 5, 0, 60),
    payments: readPaymentSettings(settings, { isDemo }),
    push: readPushConfig(settings),
    mail: readMailConfig(settings),
    /** Bearer token for the metrics on the main port; null: the main port serves no metrics. */
    metricsToken,
    metricsHost: text("METRICS_HOST") ?? "127.0.0.1",
    /** Separate port for the metrics, without a token; 0: any free port; null: no such port. */
    metricsPort: text("METRICS_PORT") === null ? null : integer("METRICS_PORT", 0, 0, 65_535),
    limits: readLimits(settings),
    alerts: readAlertSettings(settings),
    /** Limits for gift coupons without the operator's approval; 0: every gift coupon needs approval. */
    giftLimits: {
      /** Number of gift coupons per outlet, by days and months in its time zone. */
      perDay: integer("GIFT_COUPONS_PER_DAY", 5, 0, 1_000_000),
      perMonth: integer("GIFT_COUPONS_PER_MONTH", 50, 0, 1_000_000),
      /** Maximum age of the order in days. */
      orderDays: integer("GIFT_COUPON_ORDER_DAYS", 30, 0, 3_650),
    },
    /** Days after the end of a month in the outlet's time zone until it is closed. */
    monthClosesAfterDays: integer("MONTH_CLOSES_AFTER_DAYS", 3, 1, 28),
    maxConnections: integer("MAX_CONNECTIONS", 10_000, 10),
    /** Seconds that a client may leave a response unread before its connection is closed. */
    writeStallSeconds: integer("WRITE_STALL_SECONDS", 30, 1, 3600),
    /** Other origins whose links the scanner accepts as links to chairs. */
    qrOrigins: settings.origins("QR_ORIGINS"),
    operator: readOperatorConfig(settings),
    /** Null: locations are shown without a map. */
    map: readMapSource(settings),
    /** False, a number of hops, or the proxies' addresses and networks, separated by commas. */
    trustProxy: trustProxy(settings),
    apiDocs: oneOf("API_DOCS", ["on", "off"], "on") === "on",
    logLevel: oneOf("LOG_LEVEL", logLevels, "info"),
  };
}

/**
 * Rejects a URL whose password contains one of the characters that end the part with user and host. Of several hosts, the
 * one that can be written is used, so no other value of `target_session_attrs` is valid.
 */
function readDatabaseUrl(settings: Settings, name: string): string | null {
  const { reject } = settings;
  const value = withHostsAsParameters(settings.text(name) ?? "");
  const attributes = /[?&]target_session_attrs=([^&]*)/.exec(value)?.[1] ?? "read-write";
  if (!["read-write", "primary"].includes(attributes))
    reject(name, "can have no target_session_attrs but read-write");
  const [, rest = ""] = /^postgres(?:ql)?:\/\/[^/?#]*(.*)$/s.exec(value) ?? [];
  const path = URL.canParse(value) ? rest.replace(/\?[^#]*/, "") : rest;
  if (path.includes("@"))
    reject(name, "must contain /, ?, #, and @ in its user name and password as %2F, %3F, %23, and %40");
  return value.startsWith("postgres:///") ? value : settings.url(name, ["postgres:", "postgresql:"]);
}

function keyEncryptionKey(settings: Settings): Buffer | null {
  const text = settings.text("KEY_ENCRYPTION_KEY");
  if (text === null) return null;
  const key = Buffer.from(text, "base64");
  if (key.length !== 32) settings.reject("KEY_ENCRYPTION_KEY", "needs 32 random bytes in base64");
  return key;
}

function mqttUrl(settings: Settings) {
  const text = settings.url("MQTT_URL", ["mqtt:", "mqtts:"]);
  if (text === null) return null;
  const url = new URL(text);
  const { username, password } = settings.login("MQTT_URL", url);
  if (!username || !password) {
    settings.reject("MQTT_URL", "needs the server's name and secret: mqtt://reposo-server:SECRET@host:1883");
  }
  url.username = "";
  url.password = "";
  return { url: url.href, username, password };
}

/** By default, the unencrypted port is closed where TLS is configured, since chairs would send their secret over it. */
function mqttPort(settings: Settings): number | null {
  const port = settings.integer("MQTT_PORT", 1883, 0, 65_535);
  const hasTls = settings.text("MQTT_TLS_KEY") !== null;
  if (settings.oneOf("MQTT_PLAIN", ["on", "off"], hasTls ? "off" : "on") === "on") return port;
  if (!hasTls && settings.text("MQTT_URL") === null)
    settings.reject("MQTT_PLAIN", "can be off only with MQTT_TLS_KEY and MQTT_TLS_CERT, or with MQTT_URL");
  return null;
}

function mqttTls(settings: Settings) {
  const files = settings.pair("MQTT_TLS_KEY", "MQTT_TLS_CERT");
  if (files === null) return null;
  const [keyFile, certFile] = files;
  return { port: settings.integer("MQTT_TLS_PORT", 8883, 0, 65_535), keyFile, certFile };
}

const maxHops = 10;

/** Returns whether the text is an address, or a network that is not the whole internet. */
function isProxyNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** Rejects a value that would trust every sender as a proxy, since clients could then forge their address. */
function trustProxy(settings: Settings): false | string | number {
  const text = settings.text("TRUST_PROXY");
  if (text === null || text === "off") return false;
  if (/^\d+$/.test(text)) return settings.integer("TRUST_PROXY", 1, 1, maxHops);
  const networks = text.split(/[\s,]+/).filter(Boolean);
  return networks.every(isProxyNetwork)
    ? networks.join(",")
    : settings.reject(
        "TRUST_PROXY",
        `must be off, a number of hops from 1 to ${maxHops}, or the proxies' addresses or networks, such as 10.0.0.0/8`,
      );
}

const placeholders = ["{z}", "{x}", "{y}"];
/**
 * Matches placeholders other than `{x}`, `{y}`, `{z}`, and `{r}`. In particular, `{s}` for several hosts is not
 * allowed, since the content security policy names a single host.
 */
const unknownPlaceholder = /\{(?!(?:x|y|z|r)\})/;

/** Returns null (no map) by default, since a tile server can infer which locations a user views. */
function readMapSource({ text, reject }: Settings): MapSource | null {
  const tilesUrl = text("MAP_TILES_URL");
  const attribution = text("MAP_ATTRIBUTION");
  if (tilesUrl === null) {
    return attribution === null ? null : reject("MAP_TILES_URL", "is required with MAP_ATTRIBUTION");
  }
  const isValid = URL.canParse(tilesUrl) && /^https?:$/.test(new URL(tilesUrl).protocol);
  if (
    !isValid ||
    unknownPlaceholder.test(tilesUrl) ||
    !placeholders.every((placeholder) => tilesUrl.includes(placeholder))
  ) {
    reject("MAP_TILES_URL", "must be like https://tiles.example.com/{z}/{x}/{y}.png");
  }
  // Licences of maps require an attribution.
  if (attribution === null) return reject("MAP_ATTRIBUTION", "is required with MAP_TILES_URL");
  return { tilesUrl, attribution };
}
