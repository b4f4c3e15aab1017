import { login } from "@reposo/contract/sessions/login.ts";
import { callApi } from "#shared/api/api-client.ts";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { callEncrypted } from "./encrypt-password.ts";
import { storeManagerToken } from "./manager-token.ts";

/** Random ID of this browser, which failed attempts of other browsers do not block. It is preserved on logout. */
function browserId(): string {
  const stored = readStored("browser");
  if (stored !== null) return stored;
  const made = newIdempotencyKey();
  writeStored("browser", made);
  return made;
}

/** Starts the manager's session. `isInitial`: the password is an initial one. */
export async function logIn(account: string, password: string): Promise<{ isInitial: boolean }> {
  const { token, passwordExpiresAt } = await callEncrypted(async ({ keyId, encrypt }) =>
    callApi(login, { account, keyId, password: await encrypt(password), browser: browserId() }),
  );
  storeManagerToken(token);
  return { isInitial: passwordExpiresAt !== null };
}
