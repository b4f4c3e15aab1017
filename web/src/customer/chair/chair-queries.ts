import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { callApi } from "#shared/api/api-client.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import { usePageData } from "#shared/api/page-data.ts";
import { ensureGuest } from "#shared/session/guest.ts";

/** Returns the chair data that the server inlined in the page; null if the page contains no data for this chair. */
export function useInlinedChair(deviceId: string): ChairPageData | null {
  const { chair } = usePageData();
  return chair?.device.deviceId === deviceId ? chair : null;
}

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

/** The ID of the caller's live order on the chair, or null if there is none. A customer first obtains a token. */
export const liveOrderQuery = (deviceId: string) => ({
  ...apiQuery("deviceStatus", { deviceId }),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchLiveOrder(deviceId, signal),
  // An order that has ended must not open when the customer returns to the chair.
  gcTime: 0,
});

/** The state of a chair that anyone may see. */
export const publicDeviceQuery = (deviceId: string) => apiQuery("publicDevice", { deviceId });

export const advertsQuery = (deviceId: string, language: Language) =>
  apiQuery("adverts", { deviceId }, language);
