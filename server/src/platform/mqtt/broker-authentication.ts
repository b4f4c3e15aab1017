import { createHash, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import type { AuthenticateError, AuthErrorCode, Client } from "aedes";
import { addressKey } from "#platform/http/limits/address-key.ts";
import { systemClock } from "#platform/time/clock.ts";
import type { LimitedLog } from "#platform/logging/log.ts";
import { type BrokerUser, claimedUser } from "./broker-rights.ts";

/** Return codes of a CONNACK packet in MQTT 3.1.1. */
const codes = { serverUnavailable: 3, badCredentials: 4, notAuthorized: 5 } as const;

function refusal(returnCode: AuthErrorCode, message: string): AuthenticateError {
  return Object.assign(new Error(message), { returnCode });
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * A chair that takes over a connection of its own lost it earlier, and noticed that only after this time. Boards with
 * one identity connect again as soon as they are disconnected.
 */
const takeoverMs = 15_000;

export interface ChairConnection {
  /** The `addressKey` of the connection; null if the connection was closed in the meantime. */
  readonly address: string | null;
  /** True if the connection takes over another one of the same chair that is new and not closed. */
  readonly takesOver: boolean;
}

/** Verifies a chair's secret. */
export type AuthenticateDevice = (
  deviceId: string,
  secret: string,
  connection: ChairConnection,
) => Promise<boolean>;

interface BrokerAuthenticationOptions {
  readonly serverSecret: string;
  readonly authenticateDevice: AuthenticateDevice;
  readonly warnings: LimitedLog;
}

/** Authenticates connections, and records the user of each connection and the connections of each chair. */
export function createBrokerAuthentication({
  serverSecret,
  authenticateDevice,
  warnings,
}: BrokerAuthenticationOptions) {
  const serverDigest = digest(serverSecret);
  const users = new WeakMap<Client, BrokerUser>();
  const authenticatedAt = new WeakMap<Client, Date>();
  /** Functions that verify the chair's secret of a connection again. */
  const verifications = new WeakMap<Client, () => Promise<boolean>>();
  /** Connections by device ID, from the start of the secret's verification until the socket is closed. */
  const connections = new Map<string, Set<Client>>();
  /** Connections whose chair got a new secret before the connection was ready. */
  const revoked = new WeakSet<Client>();

  async function authenticate(client: Client, username: string | undefined, password: Buffer | undefined) {
    const user = claimedUser(client.id, username);
    if (!user || password === undefined) throw refusal(codes.notAuthorized, "not authorized");
    const secret = password.toString("utf8");
    const { remoteAddress } = client.conn as Socket;
    const address = remoteAddress === undefined ? null : addressKey(remoteAddress);
    let takesOver = false;
    if (user.kind === "device") {
      verifications.set(client, () =>
        authenticateDevice(user.deviceId, secret, { address, takesOver: false }),
      );
      takesOver = hasNewConnection(user.deviceId);
      trackConnection(connections, user.deviceId, client);
    }
    const isAuthentic =
      user.kind === "server"
        ? timingSafeEqual(digest(secret), serverDigest)
        : await authenticateDevice(user.deviceId, secret, { address, takesOver }).catch((error: unknown) => {
            warnings.warn(
              { err: error, deviceId: user.deviceId },
              "broker: a chair's secret could not be verified; the chair must retry",
            );
            throw refusal(codes.serverUnavailable, "server unavailable");
          });
    if (!isAuthentic) throw refusal(codes.badCredentials, "bad user name or password");
    users.set(client, user);
    authenticatedAt.set(client, systemClock.now());
  }

  function hasNewConnection(deviceId: string): boolean {
    const newSince = systemClock.now().getTime() - takeoverMs;
    const isNew = (client: Client) => (authenticatedAt.get(client)?.getTime() ?? 0) > newSince;
    return [...(connections.get(deviceId) ?? [])].some((client) => client.connected && isNew(client));
  }

  async function closeIfRevoked(client: Client): Promise<void> {
    if (await verifications.get(client)?.()) return;
    // Closing a connection while Aedes registers it would leave it registered, so it is closed once it is ready.
    if (client.connected) client.close();
    else revoked.add(client);
  }

  return {
    /** Rejects with an `AuthenticateError` that contains the return code for the client. */
    authenticate,
    /** Undefined until the connection is authenticated. */
    userOf: (client: Client): BrokerUser | undefined => users.get(client),
    isRevoked: (client: Client): boolean => revoked.has(client),
    async disconnectDevice(deviceId: string): Promise<void> {
      await Promise.all([...(connections.get(deviceId) ?? [])].map(closeIfRevoked));
    },
  };
}

function trackConnection(connections: Map<string, Set<Client>>, deviceId: string, client: Client): void {
  const own = connections.get(deviceId) ?? new Set();
  connections.set(deviceId, own.add(client));
  client.conn.once("close", () => {
    own.delete(client);
    if (own.size === 0 && connections.get(deviceId) === own) connections.delete(deviceId);
  });
}
