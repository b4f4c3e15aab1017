import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readDemoConfig } from "#demo/demo-settings.ts";
import { readConfig } from "./config.ts";
import { StartError } from "./settings.ts";

const bucket = {
  BUCKET_NAME: "chairs",
  BUCKET_ENDPOINT: "https://s3.example.com",
  BUCKET_ACCESS_KEY_ID: "id",
  BUCKET_SECRET_ACCESS_KEY: "key",
};

describe("settings", () => {
  it("has defaults that accept connections only from this machine", () => {
    expect(readConfig({ PORT: "", HOST: "  " })).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      mqttHost: "127.0.0.1",
      mqttPort: 1883,
      mqttUrl: null,
      databaseUrl: null,
      dataDir: resolve("data"),
      defaultLanguage: "en_US",
      payments: { simulated: false, stripe: null, xendit: null },
      metricsToken: null,
      metricsPort: null,
      metricsHost: "127.0.0.1",
      apiDocs: true,
      map: null,
      trustProxy: false,
    });
  });

  it("[START-5] waits 20 s for a chair to start, plus 15 s of grace", () => {
    expect(readConfig({})).toMatchObject({ startDeadlineSeconds: 20, startGraceSeconds: 15 });
    expect(readConfig({ START_DEADLINE_SECONDS: "7" }).startDeadlineSeconds).toBe(7);
  });

  it("reads the given settings", () => {
    const config = readConfig({
      HOST: "0.0.0.0",
      PORT: "0",
      PUBLIC_URL: "https://chairs.example.com/",
      MQTT_URL: "mqtt://reposo-server:s%3Acret@broker.example.com:1883",
      DATABASE_URL: "postgres://u:p@db/reposo",
      PAYMENT_SIMULATED: "on",
      PAYMENT_SIMULATED_CONFIRMED: "on",
      METRICS_PORT: "9100",
      QR_ORIGINS: "https://a.example.com, https://b.example.com",
      TRUST_PROXY: "1",
      MAP_TILES_URL: "https://tiles.example.com/{z}/{x}/{y}{r}.png",
      MAP_ATTRIBUTION: "© Example",
      SMTP_URL: "smtps://user:password@mail.example.com",
      MAIL_FROM: "Reposo <alerts@example.com>",
      DEFAULT_LANGUAGE: "id_ID",
      CALLS_PER_MINUTE_ADDRESS: "120000",
    });
    expect(config).toMatchObject({
      host: "0.0.0.0",
      mqttHost: "127.0.0.1",
      port: 0,
      publicUrl: "https://chairs.example.com",
      mqttUrl: { url: "mqtt://broker.example.com:1883", username: "reposo-server", password: "s:cret" },
      payments: { simulated: true, stripe: null, xendit: null },
      metricsPort: 9100,
      qrOrigins: ["https://a.example.com", "https://b.example.com"],
      trustProxy: 1,
      map: { tilesUrl: "https://tiles.example.com/{z}/{x}/{y}{r}.png", attribution: "© Example" },
      push: { mayBePrivate: false },
      mail: { smtpUrl: "smtps://user:password@mail.example.com", from: "Reposo <alerts@example.com>" },
      defaultLanguage: "id_ID",
    });
    expect(config.limits.callsPerMinuteAddress).toBe(120_000);
  });

  it("accepts a number of proxies, or their addresses and networks", () => {
    const read = (text: string) => readConfig({ TRUST_PROXY: text }).trustProxy;
    expect(["off", "2", "10.0.0.7", "10.0.0.0/8, fd00::/8 127.0.0.1"].map(read)).toEqual([
      false,
      2,
      "10.0.0.7",
      "10.0.0.0/8,fd00::/8,127.0.0.1",
    ]);
  });

  it("closes the unencrypted MQTT port once TLS is configured, unless MQTT_PLAIN is on", () => {
    const tls = { MQTT_TLS_KEY: "key.pem", MQTT_TLS_CERT: "cert.pem" };
    expect(readConfig({}).mqttPort).toBe(1883);
    expect(readConfig(tls).mqttPort).toBeNull();
    expect(readConfig({ ...tls, MQTT_PLAIN: "on" }).mqttPort).toBe(1883);
  });

  describe("PAYMENT_SIMULATED, with which anybody starts massages without paying,", () => {
    const stripe = (key: string) => ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: "whsec_1" });
    const xendit = (key: string) => ({ XENDIT_SECRET_KEY: key, XENDIT_CALLBACK_TOKEN: "token" });
    const simulated = { PAYMENT_SIMULATED: "on" };

    it.each([
      [stripe("sk_live_1"), "live keys"],
      [stripe("rk_live_1"), "live keys"],
      [stripe("an unknown kind of key"), "live keys"],
      [xendit("xnd_production_1"), "live keys"],
      [{ ...stripe("sk_test_1"), ...xendit("xnd_production_1") }, "live keys"],
      [{ PUBLIC_URL: "https://chairs.example.com" }, "public address"],
      [{ PUBLIC_URL: "http://203.0.113.7:8080" }, "public address"],
      [{ PUBLIC_URL: "http://[2001:db8::1]" }, "public address"],
      [{ HOST: "0.0.0.0" }, "public address"],
      [{ HOST: "::" }, "public address"],
      [{ HOST: "203.0.113.7", PUBLIC_URL: "http://localhost" }, "public address"],
    ])("is refused with %o, unless confirmed by its own setting", (env, reason) => {
      const refused = new RegExp(`^setting PAYMENT_SIMULATED .*${reason}.*PAYMENT_SIMULATED_CONFIRMED=on$`);
      expect(() => readConfig({ ...simulated, ...env })).toThrow(refused);
      expect(() => readConfig({ ...simulated, ...env, PAYMENT_SIMULATED_CONFIRMED: "off" })).toThrow(refused);
      const confirmed = readConfig({ ...simulated, ...env, PAYMENT_SIMULATED_CONFIRMED: "on" });
      expect(confirmed.payments.simulated).toBe(true);
      expect(readConfig({ ...env, PAYMENT_SIMULATED: "off" }).payments.simulated).toBe(false);
    });

    it.each([
      {},
      stripe("sk_test_1"),
      { ...stripe("rk_test_1"), ...xendit("xnd_development_1") },
      { PUBLIC_URL: "http://localhost:8080", HOST: "0.0.0.0" },
      { HOST: "::1" },
      { HOST: "localhost" },
      { HOST: "0.0.0.0", PUBLIC_URL: "http://192.168.1.20:8080" },
      { PUBLIC_URL: "http://[fd00::1]:8080" },
      { HOST: "10.1.2.3" },
    ])("needs no confirmation with %o", (env) => {
      expect(readConfig({ ...simulated, ...env }).payments.simulated).toBe(true);
    });

    it("needs no confirmation for a demo at a public address, but for a demo beside live keys", () => {
      const isPublic = { HOST: "0.0.0.0", PUBLIC_URL: "https://demo.example.com" };
      expect(readDemoConfig(isPublic).payments.simulated).toBe(true);
      expect(() => readDemoConfig({ ...isPublic, ...stripe("sk_live_1") })).toThrow("live keys");
    });
  });

  it.each([
    [{ PORT: "eighty" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [{ PORT: "-1" }, "PORT"],
    [{ MQTT_PORT: "1.5" }, "MQTT_PORT"],
    [{ DATABASE_URL: "mysql://secret@db/reposo" }, "DATABASE_URL"],
    [{ MIGRATION_DATABASE_URL: "postgres://o@db/reposo" }, "DATABASE_URL"],
    [{ DATABASE_URL: "postgres://o:a/b@db/reposo" }, "DATABASE_URL must contain"],
    [{ DATABASE_URL: "postgres://o:a@b/c@db/reposo" }, "DATABASE_URL must contain"],
    [{ DATABASE_URL: "postgres://o:12/b@db/reposo" }, "DATABASE_URL must contain"],
    [{ DATABASE_URL: "postgres://o:a?b@db/reposo" }, "DATABASE_URL must contain"],
    [{ DATABASE_URL: "postgres://o:a#b@db/reposo" }, "DATABASE_URL must contain"],
    [{ MQTT_URL: "broker" }, "MQTT_URL"],
    [{ MQTT_URL: "mqtt://broker:1883" }, "MQTT_URL"],
    [{ MQTT_URL: "mqtt://reposo-server:50%secret@broker:1883" }, "MQTT_URL"],
    [{ SMTP_URL: "smtp://u:50%secret@mail.example.com", MAIL_FROM: "a@example.com" }, "SMTP_URL"],
    [{ ...bucket, OSS_UPLOAD_ORIGIN: "https://b.oss.example", OSS_CALLBACK_KEY: "x" }, "OSS_CALLBACK_KEY"],
    [{ MQTT_TLS_CERT: "cert.pem" }, "MQTT_TLS_KEY"],
    [{ MQTT_PLAIN: "off" }, "MQTT_PLAIN"],
    [{ PUBLIC_URL: "chairs.example.com" }, "PUBLIC_URL"],
    [{ PUBLIC_URL: "https://chairs.example.com/reposo" }, "PUBLIC_URL"],
    [{ QR_ORIGINS: "https://a.example.com ftp://b" }, "QR_ORIGINS"],
    [{ MAP_TILES_URL: "https://tiles.example.com" }, "MAP_TILES_URL"],
    [{ MAP_TILES_URL: "file:///{z}/{x}/{y}.png" }, "MAP_TILES_URL"],
    [{ MAP_TILES_URL: "https://{s}.example.com/{z}/{x}/{y}.png" }, "MAP_TILES_URL"],
    [{ MAP_TILES_URL: "https://tiles.example.com/{z}/{x}/{y}.png" }, "MAP_ATTRIBUTION"],
    [{ MAP_ATTRIBUTION: "Example" }, "MAP_TILES_URL"],
    [{ SMTP_URL: "http://mail.example.com", MAIL_FROM: "a@example.com" }, "SMTP_URL"],
    [{ SMTP_URL: "smtp://u:secret@mail.example.com" }, "MAIL_FROM"],
    [{ SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "alerts" }, "MAIL_FROM"],
    [{ MAIL_FROM: "alerts@example.com" }, "SMTP_URL"],
    [{ PUSH_TO_PRIVATE_ADDRESSES: "yes" }, "PUSH_TO_PRIVATE_ADDRESSES"],
    [{ DEFAULT_LANGUAGE: "fr_FR" }, "DEFAULT_LANGUAGE"],
    [{ PAYMENT_SIMULATED: "yes" }, "PAYMENT_SIMULATED"],
    [{ STRIPE_SECRET_KEY: "sk" }, "STRIPE_WEBHOOK_SECRET"],
    [{ XENDIT_CALLBACK_TOKEN: "t" }, "XENDIT_SECRET_KEY"],
    [{ STRIPE_SECRET_KEY: "k", STRIPE_WEBHOOK_SECRET: "s", STRIPE_CURRENCIES: "," }, "STRIPE_CURRENCIES"],
    [{ XENDIT_SECRET_KEY: "k", XENDIT_CALLBACK_TOKEN: "t", XENDIT_CURRENCIES: "USD" }, "XENDIT_CURRENCIES"],
    [{ START_DEADLINE_SECONDS: "0" }, "START_DEADLINE_SECONDS"],
    [{ METRICS_TOKEN: "short" }, "METRICS_TOKEN"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
    [{ ALERT_OFFLINE_MINUTES: "300" }, "ALERT_OFFLINE_LONGEST_MINUTES"],
    [{ ALERT_CASH_BOX_AMOUNTS: "PHP:5000, USD:10" }, "ALERT_CASH_BOX_AMOUNTS"],
    [{ ALERT_CASH_BOX_AMOUNTS: "PHP:5000, PHP:50" }, "ALERT_CASH_BOX_AMOUNTS"],
    [{ API_DOCS: "no" }, "API_DOCS"],
    [{ TRUST_PROXY: "on" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "true" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "0" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "11" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "proxy.example.com" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "0.0.0.0/0" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "::/0" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "10.0.0.0/8/8" }, "TRUST_PROXY"],
  ])("refuses %o in one line that names %s and contains no secret", (env, name) => {
    const read = () => readConfig(env);
    expect(read).toThrow(StartError);
    expect(read).toThrow(new RegExp(`^setting ${name} [^\n]+$`));
    expect(read).not.toThrow(/secret@/);
  });
});
