import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { retryInterval } from "#shared/api/retry-interval.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { endSessionOfDeletedAccount } from "./session-end.ts";
import { useIsManager } from "./session-kind.ts";
import { accountQuery } from "./session-queries.ts";
import { readManagerToken } from "./session-storage.ts";
import { useLabels } from "./use-labels.ts";

/**
 * Loads the labels and then the account of a manager who opens a page of the customer app (SES-2), and ends the session
 * if the account no longer exists. Makes no calls for a customer.
 */
export function useManagerAccount() {
  const isManager = useIsManager();
  const { loginExpired } = useText("shared");
  const labels = useLabels({ enabled: isManager });
  const { data, error } = useQuery({
    ...accountQuery(),
    // After the first failure of the labels, the account is loaded anyway.
    enabled: isManager && (labels.data !== undefined || labels.failureCount > 0),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => retryInterval(state),
  });
  const isDeleted = data === null;
  useEffect(() => {
    const token = readManagerToken();
    if (isDeleted && token !== null) endSessionOfDeletedAccount(token, loginExpired);
  }, [isDeleted, loginExpired]);
  return {
    isManager,
    /** Null until it has loaded, and for a customer. */
    account: isManager ? (data ?? null) : null,
    /** Why the account could not be loaded; null after a success. */
    error: data === undefined ? error : null,
  };
}
