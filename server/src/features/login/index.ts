import type { Currency } from "@reposo/contract/fields.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { loginInfo } from "@reposo/contract/login.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Caller, CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { noSecurityLog, type SecurityLog } from "#platform/logging/security-log.ts";
import type { KeyCipher } from "#platform/keys/key-cipher.ts";
import { purgeServerKeys } from "#platform/keys/server-keys-store.ts";
import { createServerKeys } from "#platform/keys/server-keys.ts";
import type { Log } from "#platform/logging/log.ts";
import { forgetTries } from "#platform/postgres/attempt-window.ts";
import { findContact, managedOutlets, purgeOrigins } from "./account-store.ts";
import { type Authenticating, createAuthenticate } from "./authenticate.ts";
import { type PasswordChange, changePassword } from "./change-password.ts";
import {
  type LoginAttempt,
  type LoginLimits,
  logIn,
  type ManagerSession,
  type OpenedSession,
} from "./log-in.ts";
import { forgetKeys } from "./login-key-store.ts";
import { createLoginKeys, type LoginKeys } from "./login-keys.ts";
import { toCustomerInfo, toManagerInfo } from "./login-view.ts";
import { logOut } from "./log-out.ts";
import { openGuestSession } from "./open-guest-session.ts";
import { purgeTickets } from "./order-ticket-store.ts";
import { warmUpPasswordCheck } from "./password-hash.ts";
import { guestTokenMs } from "./session-lifetimes.ts";
import { forgetCustomers, forgetSessions } from "./session-store.ts";

export { type AccountProfile, type AccountRecord, findAccount, hasAnyAccount } from "./account-store.ts";
export { isSuitableLoginName, normalizeLoginName } from "./login-names.ts";
export { registerLoginRoutes } from "./login-routes.ts";
export {
  type CreateAccountOutcome,
  changeProfile,
  createAccount,
  disableAccount,
  enableAccount,
  type NewAccount,
  passwordMatches,
  setPassword,
} from "./manage-accounts.ts";
export { isGuessable } from "./password-strength.ts";
export { storeGuests } from "./open-guest-session.ts";
export { issueTicket } from "./order-tickets.ts";
export { hashToken, looksLikeToken, newToken } from "./session-tokens.ts";

export interface LoginParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly cipher: KeyCipher;
  readonly limits: LoginLimits;
  readonly security?: SecurityLog;
  /** What a customer is told of the network's home (I18N-2). */
  readonly defaults?: { readonly country: string; readonly currency: Currency };
}

export interface Login extends Authenticating {
  readonly keys: LoginKeys;
  logIn(attempt: LoginAttempt): Promise<ManagerSession>;
  openGuestSession(caller: Caller, ticket: string | undefined): Promise<OpenedSession>;
  changePassword(change: PasswordChange): Promise<void>;
  /** @throws ProductError tooManyTries where guests of the address log out too often */
  logOut(caller: CustomerCaller | ManagerCaller, address: string): Promise<void>;
  infoOf(caller: CustomerCaller | ManagerCaller): Promise<ReplyOf<typeof loginInfo>>;
  /** Pays once what the first login would otherwise wait for. */
  warmUp(): Promise<void>;
  /** Deletes what has expired; for a timer, any server may do it at any time. */
  forgetExpired(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
const guestKeyTimes = { signsMs: 30 * dayMs, overlapMs: guestTokenMs };

const knownOriginMs = 90 * 24 * 60 * 60 * 1000;

const networkDefaults = { country: "PH", currency: "PHP" } as const;

export function createLogin({
  database,
  clock,
  log,
  cipher,
  limits,
  security = noSecurityLog,
  defaults = networkDefaults,
}: LoginParts): Login {
  const keys = createLoginKeys({ database, clock, cipher });
  const guestKeys = createServerKeys({ database, clock, log, cipher }, "guestToken", guestKeyTimes);
  return {
    ...createAuthenticate({ database, clock, guestKeys }),
    keys,
    logIn: (attempt) => logIn({ database, clock, keys, limits, security }, attempt),
    changePassword: (change) => changePassword({ database, clock, keys, limits, security }, change),
    openGuestSession: (caller, ticket) => openGuestSession({ database, clock, guestKeys }, caller, ticket),
    logOut: (caller, address) => logOut({ database, clock }, caller, address),
    async infoOf(caller) {
      if (caller.kind === "customer") return toCustomerInfo(caller, defaults);
      const [contact, outlets] = await Promise.all([
        findContact(database, caller.accountId),
        managedOutlets(database, caller.accountId),
      ]);
      return toManagerInfo(caller, contact, outlets);
    },
    async warmUp() {
      await warmUpPasswordCheck();
    },
    async forgetExpired() {
      const now = clock.now();
      await forgetKeys(database, now);
      await purgeServerKeys(database, now);
      await purgeTickets(database, now);
      await forgetSessions(database, now);
      await forgetCustomers(database, new Date(now.getTime() - guestTokenMs));
      await forgetTries(database, clock);
      await purgeOrigins(database, new Date(now.getTime() - knownOriginMs));
    },
  };
}
