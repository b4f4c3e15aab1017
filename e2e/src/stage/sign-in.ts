import { constants, createPublicKey, publicEncrypt } from "node:crypto";
import { login, publicKey } from "@reposo/contract/login.ts";
import { callServer } from "./call-server.ts";
import type { ManagerAccount } from "./network.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

/**
 * What `openPhone` takes as `session`: a manager who has logged in already, a page load and a form cheaper than
 * logging in by hand. It ends an earlier session of the same account, as every login does.
 */
export async function signIn(
  server: Pick<ServerUnderTest, "url">,
  { account, password }: ManagerAccount,
): Promise<{ token: string; kind: "manager" }> {
  const { keyId, publicKey: spki, nonce } = await callServer(server, publicKey, undefined);
  const key = createPublicKey({ key: Buffer.from(spki, "base64"), format: "der", type: "spki" });
  const secret = Buffer.from(JSON.stringify({ password, nonce }));
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  const encrypted = publicEncrypt({ key, ...padding }, secret).toString("base64");
  const { token } = await callServer(server, login, { account, keyId, password: encrypted });
  return { token, kind: "manager" };
}
