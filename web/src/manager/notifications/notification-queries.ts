import { apiQuery } from "#shared/api/api-query.ts";

export const notificationSettingsQuery = {
  ...apiQuery("notificationSettings", undefined),
  // The form reads the settings only when it opens, so a refetch while it is open would have no effect.
  staleTime: Number.POSITIVE_INFINITY,
};
