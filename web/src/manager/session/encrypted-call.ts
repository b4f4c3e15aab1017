import { publicKey } from "@reposo/contract/login.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { callApi } from "#shared/api/api-client.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { encryptPassword } from "./encrypt-password.ts";

export interface Encryption {
  readonly keyId: string;
  readonly encrypt: (password: string) => Promise<string>;
}

/** Runs a call that carries passwords; a key that expired while the page was open is replaced once. */
export async function callEncrypted<R>(call: (encryption: Encryption) => Promise<R>): Promise<R> {
  const attempt = async () => {
    const { keyId, publicKey: key, nonce } = await callApi(publicKey, undefined);
    return call({ keyId, encrypt: (password) => encryptPassword(password, key, nonce) });
  };
  try {
    return await attempt();
  } catch (error) {
    if (refusalCode(error) !== resultCodes.loginKeySpent) throw error;
    return attempt();
  }
}
