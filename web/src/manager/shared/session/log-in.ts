import { login } from "@reposo/contract/login.ts";
import { callApi } from "#shared/api/api-client.ts";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { callEncrypted } from "./encrypt-password.ts";
import { storeManagerToken } from "./manager-token.ts";

/** This browser's own random id, which lets the server admit its logins while others guess. It survives a logout. */
function browserId(): string {
  const stored = readStored("browser");
  if (stored !== null) return stored;
  const made = newIdempotencyKey();
  writeStored("browser", made);
  return made;
}

/** Opens the manager's session; tells whether the password is an initial one. */
export async function logIn(account: string, password: string): Promise<{ isInitial: boolean }> {
  const { token, passwordExpiresAt } = await callEncrypted(async ({ keyId, encrypt }) =>
    callApi(login, { account, keyId, password: await encrypt(password), browser: browserId() }),
  );
  storeManagerToken(token);
  return { isInitial: passwordExpiresAt !== null };
}
