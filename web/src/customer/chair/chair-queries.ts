import type { publicDevice } from "@reposo/contract/devices/devices.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { callApi } from "#shared/api/api-client.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import { ensureGuest } from "#shared/session/guest.ts";

export type PublicDevice = ReplyOf<typeof publicDevice>;

/** Interval between two fetches of the state of a chair. */
export const pollMilliseconds = 5_000;

/** Result codes for a chair that cannot be started now. Its page shows why (STATE-1). */
const unavailableCodes: readonly (number | null)[] = [
  resultCodes.deviceUnavailable,
  resultCodes.deviceOutOfService,
  resultCodes.deviceInUse,
];

async function fetchLiveOrder(deviceId: string, signal: AbortSignal): Promise<string | null> {
  await ensureGuest(deviceId);
  try {
    return await callApi("deviceStatus", { deviceId }, { signal, quiet: true });
  } catch (error) {
    if (unavailableCodes.includes(refusalCode(error))) return null;
    throw error;
  }
}

/** The ID of the caller's live order on the chair, or null if there is none. */
export const liveOrderQuery = (deviceId: string) => apiQuery("deviceStatus", { deviceId });

/** `liveOrderQuery` in the browser, where a customer first obtains a token. */
export const ownLiveOrderQuery = (deviceId: string) => ({
  ...liveOrderQuery(deviceId),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchLiveOrder(deviceId, signal),
  staleTime: pollMilliseconds,
});

/** The state of a chair that anyone may see. */
export const publicDeviceQuery = (deviceId: string) => ({
  ...apiQuery("publicDevice", { deviceId }),
  staleTime: pollMilliseconds,
});

/** The adverts of a chair, whose texts depend on the language. */
export const advertsQuery = (deviceId: string, language: Language) => ({
  ...apiQuery("adverts", { deviceId }, language),
  staleTime: Number.POSITIVE_INFINITY,
});
