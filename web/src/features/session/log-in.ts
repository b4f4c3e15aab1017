import { login, publicKey } from "@reposo/contract/login.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { callApi } from "#platform/api-client.ts";
import { refusalCode } from "#platform/api-failure.ts";
import { encryptPassword } from "./encrypt-password.ts";
import { storeManagerToken } from "./manager-token.ts";

async function tryLogin(account: string, password: string): Promise<string> {
  const key = await callApi(publicKey, undefined);
  const sealed = await encryptPassword(password, key.publicKey, key.nonce);
  const { token } = await callApi(login, { account, password: sealed, keyId: key.keyId });
  return token;
}

/** Opens the manager's session; a key that expired while the page stood open is replaced once. */
export async function logIn(account: string, password: string): Promise<void> {
  let token: string;
  try {
    token = await tryLogin(account, password);
  } catch (error) {
    if (refusalCode(error) !== resultCodes.loginKeySpent) throw error;
    token = await tryLogin(account, password);
  }
  storeManagerToken(token);
}
