import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { closeCaseAbout } from "#features/cases/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { hashBrokerPassword } from "#platform/mqtt/mosquitto-files.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { readCredentialHash, writeCredential } from "./credentials-store.ts";
import { isDeviceId } from "#features/devices/devices-rules.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

// A fast hash is sufficient, because a secret of 256 random bits cannot be guessed.
const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

export const newSecret = (): string => randomBytes(32).toString("base64url");

/**
 * Replaces a chair's secret by `secret`, by default a new one. If there was one, enqueues the job `disconnectDevice`,
 * which makes the embedded broker end a connection that uses the old secret.
 * @returns the new secret, of which only hashes are stored; null for an unknown chair
 */
export async function rotateCredential(
  uow: UnitOfWork,
  deviceId: string,
  now: Date,
  secret = newSecret(),
): Promise<string | null> {
  if (!isDeviceId(deviceId)) return null;
  const written = await writeCredential(uow, deviceId, {
    hash: hashOf(secret),
    brokerPassword: hashBrokerPassword(secret),
  });
  if (written === "unknown") return null;
  if (written === "replaced") {
    enqueue(uow, { kind: "disconnectDevice", subject: deviceId, payload: { deviceId }, dueAt: now });
    await closeCaseAbout(uow, { kind: "identityShared", subject: deviceId, closedAt: now });
  }
  return secret;
}

export const createCredentials = ({ database, clock }: { database: Database; clock: Clock }) => ({
  /**
   * Returns whether a secret is the chair's current one. A disabled chair may connect, so that it reports its
   * state.
   */
  authenticateDevice: async (deviceId: string, secret: string): Promise<boolean> => {
    if (!isDeviceId(deviceId)) return false;
    const expected = await readCredentialHash(database, deviceId);
    return expected !== null && timingSafeEqual(expected, hashOf(secret));
  },
  rotateCredential: (deviceId: string): Promise<string | null> =>
    transact(database, (uow) => rotateCredential(uow, deviceId, clock.now())),
});
