import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { normalisePassword } from "@reposo/contract/text/typed-text.ts";
import { type HashPriority, queueHash } from "./hash-queue.ts";

const argon2Async = promisify(argon2);

/** Parameters that OWASP recommends for argon2id: 19 MiB, 2 passes, 1 lane. */
const memoryKib = 19_456;
const passes = 2;
const hashLength = 32;

const derive = (
  message: string,
  salt: Buffer,
  cost: { readonly m: number; readonly t: number },
  priority: HashPriority,
): Promise<Buffer> =>
  queueHash(priority, () =>
    argon2Async("argon2id", {
      message: Buffer.from(message),
      nonce: salt,
      parallelism: 1,
      tagLength: hashLength,
      memory: cost.m,
      passes: cost.t,
    }),
  );

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

/**
 * Returns the hash of a password in the PHC string format, which contains the parameters.
 * @throws ProductError tooManyTries if too many hashes are queued
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(normalisePassword(password), salt, { m: memoryKib, t: passes }, "known");
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Returns whether a password matches a stored hash; false for a hash in an unknown format.
 * @throws ProductError tooManyTries if too many hashes are queued
 */
export async function verifyPassword(
  password: string,
  stored: string,
  priority: HashPriority = "known",
): Promise<boolean> {
  const [, m, t, salt = "", hash = ""] = phc.exec(stored) ?? [];
  if (m === undefined || t === undefined) return false;
  const expected = Buffer.from(hash, "base64");
  const cost = { m: Number(m), t: Number(t) };
  const actual = await derive(normalisePassword(password), Buffer.from(salt, "base64"), cost, priority);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

let decoy: Promise<string> | undefined;

/**
 * Takes as long as a real verification but never succeeds, so that the response time does not reveal whether an
 * account exists (LOGIN-2).
 */
export async function verifyDecoy(password: string, priority: HashPriority = "known"): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString("hex"));
  await verifyPassword(password, await decoy, priority);
  return false;
}

/** Computes the decoy hash at start, because the first login with an unknown name would otherwise take longer. */
export const prepareDecoy = async (): Promise<void> => void (await verifyDecoy(""));
