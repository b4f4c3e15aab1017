import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLanguage } from "#platform/i18n.tsx";
import { relaunchToLogin } from "#platform/navigation.ts";
import { clearSession } from "#platform/session-storage.ts";
import { showToast } from "#platform/toasts.ts";
import { launch } from "./launch.ts";

/** SES-3: how long 'login expired' stands before the page leaves. */
export const expiredMilliseconds = 1_200;

/** The session's client state; loaded once a token, and again in another language for the labels' sake. */
export function useLaunch(token: string | null, expiredText: string) {
  const language = useLanguage();
  const query = useQuery({
    queryKey: ["launch", token, language],
    queryFn: ({ signal }) => launch(signal),
    enabled: token !== null,
    staleTime: 300_000,
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === token ? before : undefined),
  });

  const userGone = query.data !== undefined && query.data.userInfo === null;
  useEffect(() => {
    if (!userGone) return;
    showToast(expiredText, "error");
    const timer = setTimeout(() => {
      clearSession();
      relaunchToLogin();
    }, expiredMilliseconds);
    return () => clearTimeout(timer);
  }, [userGone, expiredText]);

  return query;
}
