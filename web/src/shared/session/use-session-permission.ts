import type { Permission } from "@reposo/contract/permissions.ts";
import { useManagerAccount } from "./manager-account.ts";

/**
 * Returns whether the session may do what needs the permission of a manager: a customer always, a manager whose account
 * has the permission. Null until the account is loaded.
 */
export function useSessionPermission(permission: Permission): boolean | null {
  const { isManager, account } = useManagerAccount();
  if (!isManager) return true;
  return account === null ? null : account.permissions.includes(permission);
}
