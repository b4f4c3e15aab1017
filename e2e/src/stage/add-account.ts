import { argon2Sync, randomBytes, randomUUID } from "node:crypto";
import type { Permission } from "@reposo/contract/permissions.ts";
import { insertAccount } from "@reposo/server/features/login/accounts/account-store.ts";
import { initialPasswordMs } from "@reposo/server/features/login/sessions/session-tokens.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";

const cost = { m: 8, t: 1 };

/**
 * Inserts an account whose password is hashed at the lowest cost: hashing and verifying passwords at the product's cost
 * would take a thirtieth of the browser tests' CPU time.
 */
export async function addAccount(
  database: Database,
  account: {
    kind: "outletManager" | "operator";
    loginName: string;
    password: string;
    displayName: string;
    permissions: readonly Permission[];
    isInitial: boolean;
  },
): Promise<{ accountId: string }> {
  const { password, isInitial, ...rest } = account;
  const now = systemClock.now();
  const accountId = randomUUID();
  const record = {
    ...rest,
    accountId,
    country: "PH",
    currency: "PHP",
    timeZone: "Asia/Manila",
    phone: "+63 917 555 0100",
    permissions: [...rest.permissions],
    passwordHash: hashCheaply(password),
    passwordExpiresAt: isInitial ? new Date(now.getTime() + initialPasswordMs) : null,
  } as const;
  if (!(await insertAccount(database, record, now, "stage")))
    throw new Error(`account ${account.loginName} exists`);
  return { accountId };
}

/** Returns the hash in the PHC string format, which contains the cost. */
function hashCheaply(password: string): string {
  const nonce = randomBytes(16);
  const hash = argon2Sync("argon2id", {
    message: Buffer.from(password),
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: cost.m,
    passes: cost.t,
  });
  const [salt, key] = [nonce, hash].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=${cost.m},t=${cost.t},p=1$${salt}$${key}`;
}
