import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { guestLogin, login, loginInfo } from "@reposo/contract/sessions/login.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { AccountContact } from "./accounts/account-store.ts";
import type { ManagerSession, OpenedSession } from "./log-in.ts";

export const toTokenReply = ({ token, expiresAt }: OpenedSession): ReplyOf<typeof guestLogin> => ({
  token,
  expiresAt: expiresAt.toISOString(),
});

export const toLoginReply = (session: ManagerSession): ReplyOf<typeof login> => ({
  ...toTokenReply(session),
  passwordExpiresAt: session.passwordExpiresAt?.toISOString() ?? null,
});

export function toManagerInfo(
  caller: ManagerCaller,
  { phone, passwordExpiresAt }: AccountContact,
  outlets: { areaId: string; areaName: string }[],
): ReplyOf<typeof loginInfo> {
  return {
    id: caller.accountId,
    kind: "outletManager",
    name: caller.name,
    phone,
    permissions: [...caller.permissions],
    country: caller.country,
    currency: caller.currency,
    timeZone: caller.timeZone,
    passwordExpiresAt: passwordExpiresAt?.toISOString() ?? null,
    outlets,
  };
}

/** Customers have no profile, so their country and currency are constants. */
export function toCustomerInfo(caller: CustomerCaller): ReplyOf<typeof loginInfo> {
  return {
    id: caller.customerId,
    kind: "customer",
    name: "",
    phone: null,
    permissions: [],
    country: "PH",
    currency: "PHP",
    timeZone: null,
    passwordExpiresAt: null,
    outlets: [],
  };
}
