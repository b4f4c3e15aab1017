import type { Envelope, ReplyOf } from "@reposo/contract/endpoint.ts";
import { login, logout, publicKey } from "@reposo/contract/sessions/login.ts";
import { createAccount } from "#features/login/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { encryptionBy, newManager } from "#test/clients/http-client.ts";
import { callUrl, type RunningServer } from "#test/processes/killed-server.ts";
import type { FaultWorld } from "./fault-world.ts";

export interface JumpedSession {
  /** Logs the manager out, which must succeed. */
  end(): Promise<void>;
  /** Verifies that the server refuses the token after its session has ended. */
  verifyEnded(): Promise<void>;
}

/** Logs a new manager in, so that a session exists whose last use is at the current time of the server's clock. */
export async function openSession(world: FaultWorld): Promise<JumpedSession> {
  const { url } = world.serving() as RunningServer;
  const manager = newManager();
  const created = await createAccount(world.test.owner, systemClock, manager);
  if (created.kind !== "created") throw new Error("the account was not created");
  const response = await fetch(`${url}/api${publicKey.path}`);
  const { data: key } = (await response.json()) as Envelope<ReplyOf<typeof publicKey>>;
  const { keyId, encrypt } = encryptionBy(key);
  const request = { account: manager.loginName, password: encrypt(manager.password), keyId };
  const answer = await callUrl(url, login, request, {});
  if (answer?.code !== 200) throw new Error(`the login answers ${answer?.code}: ${answer?.message}`);
  const end = () => callUrl(url, logout, {}, { "access-token": answer.data.token });
  return {
    async end() {
      const ended = await end();
      if (ended?.code !== 200) world.findings.push(`the logout answers ${ended?.code}: ${ended?.message}`);
    },
    async verifyEnded() {
      const again = await end();
      if (again === null || again.code === 200)
        world.findings.push(`a call with the token of an ended session answers ${again?.code}`);
    },
  };
}
