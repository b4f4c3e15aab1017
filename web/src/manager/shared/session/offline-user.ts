import { findServiceWorkers } from "#shared/service-worker/register-service-worker.ts";
import { sessionIdOf } from "@reposo/contract/sessions/browser-session.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { loginInfo } from "@reposo/contract/sessions/login.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { offlineUserName, readSession } from "#shared/session/session-storage.ts";

type UserInfo = ReplyOf<typeof loginInfo>;

interface OfflineUser {
  readonly path: string;
  /** The session ID of the token (`sessionIdOf`), not the token itself. */
  readonly token: string;
  readonly userInfo: UserInfo;
}

/**
 * Requests that the service worker caches a page, and stores the account's user info, so that the page opens offline.
 * Returns false without a service worker or a session.
 */
export async function cachePage(path: string, userInfo: UserInfo): Promise<boolean> {
  const token = readSession()?.token;
  const serviceWorker = findServiceWorkers();
  if (token === undefined || serviceWorker === undefined) return false;
  const user: OfflineUser = { path, token: sessionIdOf(token), userInfo };
  writeStored(offlineUserName, JSON.stringify(user));
  const assets = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
  const { active } = await serviceWorker.ready;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers have no such argument.
  active?.postMessage({ cachePage: path, assets });
  return true;
}

function readOfflineUser(): Partial<OfflineUser> | null {
  try {
    return JSON.parse(readStored(offlineUserName) ?? "null") as Partial<OfflineUser> | null;
  } catch {
    // The stored value is not JSON, for example because other software has changed it.
    return null;
  }
}

/**
 * Returns the user info that was stored for this page and token, if `failure` is a failed connection.
 * @throws `failure` otherwise
 */
export function storedUserAfter(failure: unknown): UserInfo {
  const { path, token, userInfo } = readOfflineUser() ?? {};
  const isUnreachable = failure instanceof ApiFailure && /^(network|timeout)$/.test(failure.kind);
  const isOwn = window.location.pathname === path && sessionIdOf(readSession()?.token ?? "") === token;
  if (!isUnreachable || !isOwn || userInfo === undefined) throw failure;
  return userInfo;
}
