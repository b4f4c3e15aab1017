import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { hashBrokerPassword } from "#platform/mqtt/mosquitto-files.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { readCredentialHash, writeCredential } from "./credentials-store.ts";
import { isDeviceId } from "#features/devices/devices-rules.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

// A plain hash is enough for what 256 random bits protect: nobody can guess them, slowly or quickly.
const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/**
 * Gives a chair a new secret and returns it, the only time it is seen; null for an unknown chair. A connection
 * made with the old one is cut by whichever server holds it (outbox kind `disconnectDevice`).
 */
export async function rotateCredential(uow: UnitOfWork, deviceId: string, now: Date): Promise<string | null> {
  if (!isDeviceId(deviceId)) return null;
  const secret = randomBytes(32).toString("base64url");
  const written = await writeCredential(uow, deviceId, {
    hash: hashOf(secret),
    brokerPassword: hashBrokerPassword(secret),
  });
  if (written.kind === "unknown") return null;
  if (written.kind === "replaced")
    enqueue(uow, { kind: "disconnectDevice", subject: deviceId, payload: { deviceId }, dueAt: now });
  return secret;
}

export const createCredentials = ({ database, clock }: { database: Database; clock: Clock }) => ({
  /** Whether this is the chair's present secret. A disabled chair may connect: its state stays known. */
  authenticateDevice: async (deviceId: string, secret: string): Promise<boolean> => {
    if (!isDeviceId(deviceId)) return false;
    const expected = await readCredentialHash(database, deviceId);
    return expected !== null && timingSafeEqual(expected, hashOf(secret));
  },
  rotateCredential: (deviceId: string): Promise<string | null> =>
    transact(database, (uow) => rotateCredential(uow, deviceId, clock.now())),
});
