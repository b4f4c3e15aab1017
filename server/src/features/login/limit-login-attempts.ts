import { createHash } from "node:crypto";
import { limitAttempts } from "#platform/postgres/attempt-window.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { FoundLogin } from "./accounts/account-store.ts";

export interface LoginLimits {
  readonly loginsPerMinuteAccount: number;
  readonly loginsPerMinuteAddress: number;
}

/**
 * Limits the login attempts per minute for an account and for an IP address. Each browser and each IP address from
 * which the account has logged in before has its own limit for the account; all others share one. An attempt in a known
 * browser does not count for its address. Therefore an attacker at another address cannot block the owner's known
 * browsers and addresses, and does not get more attempts by using more addresses. Attempts for an unknown name are
 * counted in the same way, because the limit would otherwise reveal which names exist.
 * @throws ProductError tooManyTries
 */
export async function limitLoginAttempts(
  deps: { readonly database: Database; readonly clock: Clock; readonly limits: LoginLimits },
  attempt: {
    /** The normalised login name. */
    readonly name: string;
    /** Null if no account has this name. */
    readonly account: FoundLogin | null;
    /** The key of the IP address for rate limits (`addressKey`). */
    readonly address: string;
    readonly browserHash: Buffer | null;
  },
): Promise<void> {
  const { name, account, address, browserHash } = attempt;
  const { loginsPerMinuteAccount, loginsPerMinuteAddress } = deps.limits;
  const counted = `login account ${account?.accountId ?? createHash("sha256").update(name).digest("base64url")}`;
  if (account?.browserKnown) {
    const browserName = browserHash?.toString("base64url");
    return limitAttempts(deps, `${counted} in ${browserName}`, loginsPerMinuteAccount);
  }
  await limitAttempts(deps, `login address ${address}`, loginsPerMinuteAddress);
  await limitAttempts(
    deps,
    account?.addressKnown ? `${counted} from ${address}` : counted,
    loginsPerMinuteAccount,
  );
}
