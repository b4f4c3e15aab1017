import type { Permission } from "@reposo/contract/permissions.ts";
import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import { createContext, useContext, useEffect, useRef } from "react";
import type { LiveState } from "#shared/live/live-events.ts";
import { holds, type Labels, type UserInfo } from "./account.ts";

export interface ManagerState {
  /** Null without a manager session. */
  readonly token: string | null;
  /** Null until they have loaded; until then, values are shown instead of their labels. */
  readonly labels: Labels | null;
  /** Null until it has loaded, and if the account no longer exists. */
  readonly userInfo: UserInfo | null;
  /** Whether the account could not be loaded. */
  readonly failed: boolean;
  readonly retry: () => void;
  readonly live: LiveState;
  /** Number of open alerts that are not snoozed; undefined until it has loaded. */
  readonly alertCount: number | undefined;
}

/** The state of a logged-in manager whose account is loaded. */
export interface Ready {
  readonly token: string;
  readonly userInfo: UserInfo;
  readonly labels: Labels | null;
}

const ManagerContext = createContext<ManagerState | null>(null);
export const ManagerStateProvider = ManagerContext.Provider;

export function useManager(): ManagerState {
  const state = useContext(ManagerContext);
  if (state === null) throw new Error("every page of the manager must be rendered within a ManagerSession");
  return state;
}

/** Returns whether the account has the permission; false until the account is loaded. */
export function usePermission(permission: Permission): boolean {
  const { userInfo } = useManager();
  return userInfo !== null && holds(userInfo, permission);
}

const listeners = new Set<(event: LiveEvent) => void>();

/** Passes an event of the shared stream to all subscribers of `useManagerEvents`. */
export function publishManagerEvent(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** Calls `onEvent` for each event of the shared stream while the component is mounted. */
export function useManagerEvents(onEvent: (event: LiveEvent) => void): void {
  const handler = useRef(onEvent);
  useEffect(() => {
    handler.current = onEvent;
  });
  useEffect(() => {
    const listener = (event: LiveEvent) => handler.current(event);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
