import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { endSessionOfDeletedAccount } from "#shared/session/session-end.ts";
import { accountQuery, labelsQuery } from "#shared/session/session-queries.ts";

const staleTime = 300_000;
const maxPauseMilliseconds = 60_000;

/**
 * Loads the labels and then the user of the token (SES-2). After the first failure of the labels, the user is loaded
 * anyway, so that the page can be shown.
 */
export function useAccount(token: string | null, expiredText: string) {
  const language = useLanguage();
  const labels = useQuery({
    ...labelsQuery(language),
    queryFn: ({ signal }) => callApi("dictionary", undefined, { quiet: true, signal, language }),
    enabled: token !== null,
    staleTime,
    // Retries without a limit, because the page does not show this failure, and the user could not retry.
    retry: true,
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, maxPauseMilliseconds),
    // Labels of the previous language remain until the new ones are loaded.
    placeholderData: (before) => before,
  });
  const user = useQuery({
    ...accountQuery(),
    // Without a connection, a page that was cached for this case opens with the user info stored for it.
    queryFn: ({ signal }) =>
      callApi("loginInfo", undefined, { signal }).catch((error: unknown) =>
        import("./offline-user.ts").then((offline) => offline.storedUserAfter(error)),
      ),
    enabled: token !== null && (labels.data !== undefined || labels.failureCount > 0),
    staleTime,
  });

  const { data: userInfo, isError, refetch } = user;
  const isUserDeleted = userInfo === null;
  useEffect(() => {
    if (isUserDeleted && token !== null) endSessionOfDeletedAccount(token, expiredText);
  }, [isUserDeleted, token, expiredText]);

  return {
    labels: labels.data?.entries ?? null,
    userInfo: userInfo ?? null,
    failed: isError && userInfo === undefined,
    retry: refetch,
  };
}
