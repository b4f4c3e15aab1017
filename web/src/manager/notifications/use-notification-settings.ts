import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { notificationSettings, saveNotificationSettings } from "@reposo/contract/alerts/notifications.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";

const keyOf = (token: string) => ["notifications", token];

export const useNotificationSettings = (token: string) =>
  useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => callApi(notificationSettings, undefined, { signal, quiet: true }),
    // A refetch must not replace what is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export function useSaveSettings(token: string) {
  const client = useQueryClient();
  return async (request: RequestOf<typeof saveNotificationSettings>): Promise<void> => {
    const saved = await callApi(saveNotificationSettings, request, { quiet: true });
    client.setQueryData(keyOf(token), saved);
  };
}
