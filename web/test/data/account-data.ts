import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import { permissions } from "@reposo/contract/permissions.ts";
import { dictionaryOf } from "./dictionary-data.ts";
import { alertListOf } from "./alert-data.ts";
import type { Handlers } from "#test/fake-api.ts";

type Account = NonNullable<ReplyOf<Endpoints["loginInfo"]>>;

export const managerSession = { token: "token-of-manager", kind: "manager" } as const;

/** A manager with all permissions and two outlets. */
export const accountOf = (fields: Partial<Account> = {}): Account => ({
  id: "manager-1",
  kind: "outletManager",
  name: "Maria Santos",
  phone: null,
  permissions: [...permissions],
  country: "PH",
  currency: "PHP",
  timeZone: "Asia/Manila",
  passwordExpiresAt: null,
  outlets: [
    { areaId: "outlet-1", areaName: "Ayala Mall" },
    { areaId: "outlet-2", areaName: "Glorietta" },
  ],
  ...fields,
});

/** Handlers of the calls with which a page opens for a manager. */
export const managerHandlers = (fields: Partial<Account> = {}): Handlers => ({
  dictionary: () => dictionaryOf(),
  loginInfo: () => accountOf(fields),
  alertList: () => alertListOf(),
});
