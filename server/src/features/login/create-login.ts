import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { loginDevices, loginInfo } from "@reposo/contract/sessions/login.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Caller, CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { noSecurityLog, type SecurityLog } from "#platform/logging/security-log.ts";
import type { KeyCipher } from "#platform/keys/key-cipher.ts";
import { purgeServerKeys } from "#platform/keys/server-keys-store.ts";
import { createServerKeys } from "#platform/keys/server-keys.ts";
import type { Log } from "#platform/logging/log.ts";
import { purgeAttempts } from "#platform/postgres/attempt-window.ts";
import { findContact, selectManagedOutlets, purgeOrigins } from "./accounts/account-store.ts";
import { createAuthenticate } from "./sessions/authenticate.ts";
import { changePassword, type PasswordChange } from "./accounts/change-password.ts";
import type { LoginLimits } from "./limit-login-attempts.ts";
import { logIn, type LoginAttempt } from "./log-in.ts";
import { purgeLoginKeys } from "./passwords/login-key-store.ts";
import { createLoginKeys } from "./passwords/login-keys.ts";
import { toCustomerInfo, toManagerInfo } from "./login-view.ts";
import { logOut } from "./sessions/log-out.ts";
import { openGuestSession } from "./sessions/open-guest-session.ts";
import { purgeTickets } from "./sessions/order-ticket-store.ts";
import { prepareDecoy } from "./passwords/password-hash.ts";
import { guestTokenMs } from "./sessions/session-tokens.ts";
import { purgeCustomers, purgeSessions, selectLoggedInDevices } from "./sessions/session-store.ts";

export interface LoginDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly cipher: KeyCipher;
  readonly limits: LoginLimits;
  readonly security?: SecurityLog;
}

export type Login = ReturnType<typeof createLogin>;

const dayMs = 24 * 60 * 60 * 1000;
const guestKeyTimes = { signsMs: 30 * dayMs, overlapMs: guestTokenMs };
const knownOriginMs = 90 * dayMs;

export function createLogin({
  database,
  clock,
  log,
  cipher,
  limits,
  security = noSecurityLog,
}: LoginDependencies) {
  const keys = createLoginKeys({ database, clock, cipher });
  const guestKeys = createServerKeys({ database, clock, log, cipher }, "guestToken", guestKeyTimes);
  return {
    ...createAuthenticate({ database, clock, guestKeys }),
    keys,
    logIn: (attempt: LoginAttempt) => logIn({ database, clock, keys, limits, security }, attempt),
    changePassword: (change: PasswordChange) =>
      changePassword({ database, clock, keys, limits, security }, change),
    openGuestSession: (caller: Caller, ticket: string | undefined) =>
      openGuestSession({ database, clock, guestKeys }, caller, ticket),
    /** @throws ProductError tooManyTries if guests with this IP address log out too often */
    logOut: (caller: CustomerCaller | ManagerCaller, address: string) =>
      logOut({ database, clock }, caller, address),
    async infoOf(caller: CustomerCaller | ManagerCaller): Promise<ReplyOf<typeof loginInfo>> {
      if (caller.kind === "customer") return toCustomerInfo(caller);
      const [contact, outlets] = await Promise.all([
        findContact(database, caller.accountId),
        selectManagedOutlets(database, caller.accountId),
      ]);
      return toManagerInfo(caller, contact, outlets);
    },
    async devicesOf({ accountId }: ManagerCaller): Promise<ReplyOf<typeof loginDevices>> {
      const devices = await selectLoggedInDevices(database, accountId, clock.now());
      return devices.map(({ since, ...device }) => ({ ...device, since: since.toISOString() }));
    },
    warmUp: prepareDecoy,
    /**
     * Deletes expired keys, order tickets, grants, and sessions. Also deletes customers without any data, old attempt
     * counts, and addresses and browsers without a recent login. Several servers may call it concurrently.
     */
    async purgeExpired(): Promise<void> {
      const now = clock.now();
      await purgeLoginKeys(database, now);
      await purgeServerKeys(database, now);
      await purgeTickets(database, now);
      await purgeSessions(database, now);
      await purgeCustomers(database, new Date(now.getTime() - guestTokenMs));
      await purgeAttempts(database, clock);
      await purgeOrigins(database, new Date(now.getTime() - knownOriginMs));
    },
  };
}
