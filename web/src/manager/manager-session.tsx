import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
  useQueryClient,
} from "@tanstack/react-query";
import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useOpenAlertCount } from "./alerts/index.ts";
import { useRefetchOnEvents } from "./live-queries.ts";
import { updateByEvent } from "./live-updates.ts";
import { ManagerTabs, ManagerTabsShape } from "./shared/frame/manager-tabs.tsx";
import { startSessionTasks } from "./session-tasks.ts";
import { mayOpen } from "./shared/session/account.ts";
import { ManagerStateProvider, publishManagerEvent, useManager } from "./shared/session/manager-context.ts";
import { useManagerToken } from "./shared/session/manager-token.ts";
import { useAccount } from "./shared/session/use-account.ts";
import { useRetryOnline } from "#shared/api/app-queries.ts";
import { usePageData } from "#shared/api/page-data.ts";
import { useOnline } from "#shared/api/connection.ts";
import { PageTabs } from "#shared/app/loading-view.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { type LiveState, useLiveEvents } from "#shared/live/live-events.ts";
import { useRoute } from "#shared/routing/navigation.ts";

/**
 * Provides all manager pages with the queries, the account, and one shared event stream. `client` holds the queries of
 * the app or, on the server, of one rendering.
 */
export function ManagerSession({ client, children }: { client: QueryClient; children: ReactNode }) {
  const { queries } = usePageData();
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={queries as DehydratedState | null}>
        <Session>{children}</Session>
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

function Session({ children }: { children: ReactNode }) {
  const token = useManagerToken();
  const { loginExpired } = useText("shared");
  const { labels, userInfo, failed, retry } = useAccount(token, loginExpired);
  const [live, setLive] = useState<LiveState>("connecting");

  const client = useQueryClient();
  const online = useOnline();
  useRetryOnline(client);

  const accountId = userInfo?.id;
  useEffect(() => {
    if (accountId !== undefined) startSessionTasks(accountId, online);
  }, [online, accountId]);

  // The alert count is fetched only after the stream has connected or failed, so that it does not delay the first view.
  const alertCount = useOpenAlertCount(
    live !== "connecting" && token !== null && userInfo !== null && mayOpen(userInfo, "home"),
  );

  const state = useMemo(
    () => ({
      token,
      labels,
      userInfo,
      failed,
      retry: () => void retry(),
      // The stream detects a lost connection late, so its state `live` is not shown while `online` is false.
      live: live === "live" && !online ? ("connecting" as const) : live,
      alertCount,
    }),
    [token, labels, userInfo, failed, retry, live, online, alertCount],
  );
  return (
    <ManagerStateProvider value={state}>
      {token !== null && userInfo !== null && <LiveFeed key={token} onState={setLive} />}
      <PageTabs.Provider value={TabsOfPage}>{children}</PageTabs.Provider>
    </ManagerStateProvider>
  );
}

/** The tab bar while the code of a page is loading or could not be loaded. */
function TabsOfPage() {
  const { token, userInfo, alertCount } = useManager();
  const isLogin = useRoute() === "login";
  if (isLogin || token === null) return null;
  return userInfo === null ? (
    <ManagerTabsShape />
  ) : (
    <ManagerTabs userInfo={userInfo} alertCount={alertCount} />
  );
}

/**
 * Opens the event stream, updates or refetches what its events may have changed, and passes them to the pages. Renders
 * nothing.
 */
function LiveFeed({ onState }: { onState: (state: LiveState) => void }) {
  const client = useQueryClient();
  const { session } = usePageData();
  const refetchOnEvent = useRefetchOnEvents();

  function handleEvent(event: LiveEvent): void {
    publishManagerEvent(event);
    updateByEvent(client, event);
    refetchOnEvent(event);
  }

  const state = useLiveEvents(handleEvent, true, session?.eventId ?? null);
  useEffect(() => onState(state), [state, onState]);
  return null;
}
