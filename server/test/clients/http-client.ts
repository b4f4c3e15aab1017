import { constants, createPublicKey, publicEncrypt } from "node:crypto";
import type { Endpoint, Envelope, ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { permissions } from "@reposo/contract/permissions.ts";
import { login, publicKey } from "@reposo/contract/sessions/login.ts";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { createLogin, type Login, type NewAccount, registerLoginRoutes } from "#features/login/index.ts";
import { type Clock, systemClock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { HttpConfig } from "#platform/http/http-service.ts";
import { createHttp, type HttpDependencies } from "#platform/http/create-http.ts";
import { createReadiness } from "#platform/http/readiness.ts";
import { testCipher } from "#test/app/key-cipher.ts";
import { type Log, silentLog } from "#platform/logging/log.ts";

export const alwaysReady = createReadiness({
  checks: {
    database: async () => "up",
    storage: async () => true,
    broker: () => true,
    files: async () => {},
  },
  log: silentLog,
});

/** Limits that are too high for any test to reach. */
export const testHttpLimits: HttpConfig["limits"] = {
  callsPerMinuteAddress: 100_000,
  healthCallsPerMinuteAddress: 100_000,
  webhooksPerMinuteAddress: 100_000,
};

export const testHttpConfig: HttpConfig = {
  defaultLanguage: "en_US",
  trustProxy: 1,
  apiDocs: true,
  metricsToken: "metrics-token-of-the-test",
  maxConnections: 1000,
  publicUrl: null,
  limits: testHttpLimits,
  writeStallSeconds: 20,
};

export interface TestHttpOptions {
  readonly clock?: Clock;
  readonly config?: Partial<HttpConfig>;
  readonly loginLimits?: { loginsPerMinuteAccount: number; loginsPerMinuteAddress: number };
  readonly log?: Log;
  readonly dependencies?: Partial<HttpDependencies>;
}

/**
 * Opens the real HTTP stack with the real login on a real database. A test adds the routes that it needs before it
 * injects calls.
 */
export async function openTestHttp(
  database: Database,
  options: TestHttpOptions = {},
): Promise<{ http: FastifyInstance; feature: Login }> {
  const { clock = systemClock, log = silentLog } = options;
  const feature = createLogin({
    database,
    clock,
    log,
    cipher: testCipher,
    limits: options.loginLimits ?? { loginsPerMinuteAccount: 1000, loginsPerMinuteAddress: 1000 },
  });
  const http = await createHttp({
    config: { ...testHttpConfig, ...options.config },
    log,
    clock,
    database,
    authenticate: feature.authenticate,
    readiness: alwaysReady,
    ...options.dependencies,
  });
  registerLoginRoutes(http, feature);
  return { http, feature };
}

/** `data` has the type of a successful result; tests check failures with `toMatchObject` or `refusedFields`. */
export interface Answer<D = unknown> {
  status: number;
  code: number;
  message: string;
  data: D;
  headers: Record<string, unknown>;
}

/** Parses a response with an envelope. */
export function envelopeOf<D = unknown>(response: LightMyRequestResponse): Answer<D> {
  const body = (response.body === "" ? {} : JSON.parse(response.body)) as Envelope<D>;
  return { status: response.statusCode, headers: response.headers, ...body };
}

export const refusedFields = ({ data }: Answer): { path: string; message: string }[] =>
  (data as { fields: { path: string; message: string }[] }).fields;

/** Makes one call through the whole HTTP stack. */
export async function call<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  request: RequestOf<E> | Record<string, unknown> | undefined,
  headers: Record<string, string> = {},
): Promise<Answer<ReplyOf<E>>> {
  const fields: Record<string, unknown> = { ...(request as object | undefined) };
  const response = await http.inject({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    headers,
    ...(endpoint.method === "GET" ? { query: fields as Record<string, string> } : { payload: fields }),
  });
  return envelopeOf<ReplyOf<E>>(response);
}

/** Encrypts a password as a browser does before it sends the password. */
export async function encryptPassword(
  http: FastifyInstance,
  password: string,
): Promise<{ keyId: string; password: string }> {
  const { keyId, encrypt } = await fetchEncryption(http);
  return { keyId, password: encrypt(password) };
}

/** Fetches the server's key and one nonce, for all ciphertexts of one request. */
export async function fetchEncryption(http: FastifyInstance) {
  const { data } = await call(http, publicKey, undefined);
  return encryptionBy(data);
}

/** Returns the ID of the server's key, and a function that encrypts a password with the nonce under this key. */
export function encryptionBy({ keyId, publicKey: spki, nonce }: ReplyOf<typeof publicKey>) {
  const key = createPublicKey({ key: Buffer.from(spki, "base64"), format: "der", type: "spki" });
  const padding = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  const encrypt = (password: string): string =>
    publicEncrypt(padding, Buffer.from(JSON.stringify({ password, nonce }))).toString("base64");
  return { keyId, encrypt };
}

export async function tryLogin(
  http: FastifyInstance,
  account: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<Answer<ReplyOf<typeof login>>> {
  return call(http, login, { account, ...(await encryptPassword(http, password)) }, headers);
}

let accounts = 0;

/** Returns a manager's account that is not part of the demo and has a unique login name. */
export function newManager(account: Partial<NewAccount> = {}): NewAccount {
  accounts += 1;
  return {
    kind: "outletManager",
    loginName: `manager.${process.pid}.${accounts}`,
    password: "correct-horse-1",
    displayName: "Maria Santos",
    phone: "+63 917 000 0000",
    permissions,
    country: "PH",
    currency: "PHP",
    timeZone: "Asia/Manila",
    ...account,
  };
}
