import { deviceConfiguration } from "@reposo/contract/device-configuration.ts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";

const pendingPollMs = 5_000;

/** What a chair is to be configured to and what it reports. A change of either is announced as a change of the chair. */
export const useDeviceConfiguration = (token: string, deviceId: string) =>
  useQuery({
    queryKey: ["deviceConfiguration", deviceId, token],
    queryFn: ({ signal }) => callApi(deviceConfiguration, { deviceId }, { signal, quiet: true }),
    refetchOnWindowFocus: "always",
    // The live stream may be interrupted while the chair applies it.
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? pendingPollMs : false),
  });
