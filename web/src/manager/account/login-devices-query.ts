import { apiQuery } from "#shared/api/api-query.ts";

/** The devices that are logged in to the account. */
export const loginDevicesQuery = { ...apiQuery("loginDevices", undefined), staleTime: 30_000 };
