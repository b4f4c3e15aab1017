import { login, publicKey } from "@reposo/contract/sessions/login.ts";
import { createAccount, type NewAccount } from "#features/login/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { encryptionBy, newManager } from "#test/clients/http-client.ts";
import { type AttackAnswer, dataOf } from "./attack-client.ts";
import type { AttackWorld } from "./attack-world.ts";

/** Returns the ID of the server's current key, and a function that encrypts a password with a nonce under it. */
export async function encryption({ client }: AttackWorld, from: number) {
  return encryptionBy(dataOf(publicKey, await client.send({ path: `/api${publicKey.path}`, from })));
}

export async function logInAs(
  world: AttackWorld,
  { account, password, from }: { account: string; password: string; from: number },
): Promise<AttackAnswer> {
  const { keyId, encrypt } = await encryption(world, from);
  return world.client.call(login.path, { account, password: encrypt(password), keyId }, { from });
}

/** Creates a manager's account without outlets. */
export async function makeAccount(
  { test }: AttackWorld,
  account: Partial<NewAccount> = {},
): Promise<NewAccount & { readonly accountId: string }> {
  const manager = newManager(account);
  const created = await createAccount(test.owner, systemClock, manager);
  if (created.kind !== "created") throw new Error("the account was not created");
  return { ...manager, accountId: created.accountId };
}
