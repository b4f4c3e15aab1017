import { callApi } from "#shared/api/api-client.ts";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { storeSession } from "#shared/session/session-storage.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { callEncrypted } from "./encrypt-password.ts";

/**
 * Returns the random ID of this browser. With it, the server does not block this browser because of failed attempts in
 * other browsers. The ID is kept after logout.
 */
function browserId(): string {
  const stored = readStored("browser");
  if (stored !== null) return stored;
  const made = newIdempotencyKey();
  writeStored("browser", made);
  return made;
}

/** Starts a manager session. `isInitial` is true if the password is an initial one, which the manager must change. */
export async function logIn(account: string, password: string): Promise<{ isInitial: boolean }> {
  const { token, passwordExpiresAt } = await callEncrypted(async ({ keyId, encrypt }) =>
    callApi(
      "login",
      { account, keyId, password: await encrypt(password), browser: browserId() },
      { storesCookie: true },
    ),
  );
  storeSession({ token, kind: "manager" });
  return { isInitial: passwordExpiresAt !== null };
}
