import type { Permission } from "@reposo/contract/permissions.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { launchManager } from "./launch-manager.ts";
import { readSession } from "./session-storage.ts";

const noChanges = () => () => undefined;

/** Returns whether the session is a manager's; false on the server, which renders without a session. */
export const useIsManager = (): boolean =>
  useSyncExternalStore(
    noChanges,
    () => readSession()?.kind === "manager",
    () => false,
  );

/**
 * Returns whether the session may do what needs the permission of a manager: a customer always, a manager whose account
 * has the permission. Null until the account is loaded.
 */
export function useSessionPermission(permission: Permission): boolean | null {
  const isManager = useIsManager();
  const [held, setHeld] = useState<readonly Permission[] | null>(null);
  useEffect(() => {
    if (!isManager) return undefined;
    let left = false;
    launchManager().then(
      (launched) => {
        if (!left) setHeld(launched?.userInfo.permissions ?? []);
      },
      // A page that needs the account reports the failure.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [isManager]);
  if (!isManager) return true;
  return held === null ? null : held.includes(permission);
}
