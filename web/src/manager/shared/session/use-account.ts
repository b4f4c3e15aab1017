import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { endSessionOfDeletedAccount } from "#shared/session/session-end.ts";
import { accountQuery } from "#shared/session/session-queries.ts";
import { useLabels } from "#shared/session/use-labels.ts";

const staleTime = 300_000;

/**
 * Loads the labels and then the user of the token (SES-2). After the first failure of the labels, the user is loaded
 * anyway, so that the page can be shown.
 */
export function useAccount(token: string | null, expiredText: string) {
  const labels = useLabels({ enabled: token !== null });
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
