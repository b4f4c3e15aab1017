import { constants, createPublicKey, publicEncrypt } from "node:crypto";
import { login, publicKey } from "@reposo/contract/sessions/login.ts";
import { callServer } from "./call-server.ts";
import type { ManagerAccount } from "./network.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

type ManagerSession = { token: string; kind: "manager" };
const sessions = new WeakMap<ManagerAccount, Promise<ManagerSession>>();

/**
 * Logs a manager in by an API call and returns the `session` for `openPhone`, which is faster than the login form. Each
 * account object logs in once per test file: further calls return the same session, because the server allows ten
 * logins per minute (LOGIN-2).
 */
export function signIn(
  server: Pick<ServerUnderTest, "url">,
  account: ManagerAccount,
): Promise<ManagerSession> {
  const session = sessions.get(account) ?? logIn(server, account);
  sessions.set(account, session);
  return session;
}

async function logIn(
  server: Pick<ServerUnderTest, "url">,
  { account, password }: ManagerAccount,
): Promise<ManagerSession> {
  const { keyId, publicKey: spki, nonce } = await callServer(server, publicKey, undefined);
  const key = createPublicKey({ key: Buffer.from(spki, "base64"), format: "der", type: "spki" });
  const secret = Buffer.from(JSON.stringify({ password, nonce }));
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  const encrypted = publicEncrypt({ key, ...padding }, secret).toString("base64");
  const { token } = await callServer(server, login, { account, keyId, password: encrypted });
  return { token, kind: "manager" };
}
