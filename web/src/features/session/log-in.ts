import { login } from "@reposo/contract/login.ts";
import { callApi } from "#platform/api-client.ts";
import { callEncrypted } from "./encrypted-call.ts";
import { storeManagerToken } from "./manager-token.ts";

/** Opens the manager's session. */
export async function logIn(account: string, password: string): Promise<void> {
  const { token } = await callEncrypted(async ({ keyId, encrypt }) =>
    callApi(login, { account, keyId, password: await encrypt(password) }),
  );
  storeManagerToken(token);
}
