import { QueryClientProvider } from "@tanstack/react-query";
import type { LiveEvent } from "@reposo/contract/live-events.ts";
import { type ReactNode, createContext, useContext, useEffect, useMemo, useRef, useState } from "react";
import { alertQueries, useOpenAlertCount } from "#manager/alerts/use-alerts.ts";
import { useFollowFigures } from "#manager/figures/index.ts";
import { type Launched, type UserInfo, mayOpen } from "./launch.ts";
import { useManagerToken } from "./manager-token.ts";
import { retryFailedQueries } from "./refetch.ts";
import { useLaunch } from "./use-launch.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { type LiveState, useLiveEvents } from "#shared/live/live-events.ts";
import { useRoute } from "#shared/routing/navigation.ts";

import { PageTabs } from "#shared/app/page-tabs.ts";
import { ManagerTabs, ManagerTabsShape } from "#manager/frame/manager-tabs.tsx";
import { queryClient } from "#manager/frame/query-client.ts";

export interface ManagerState {
  readonly token: string | null;
  /** Undefined while it loads. */
  readonly launched: Launched | undefined;
  readonly userInfo: UserInfo | null;
  readonly failed: boolean;
  readonly retry: () => void;
  readonly live: LiveState;
  /** Open alerts that are not snoozed; undefined until known. */
  readonly alertCount: number | undefined;
}

const ManagerContext = createContext<ManagerState | null>(null);
/** For rendering on the server, which knows the session without a call. */
export const ManagerStateProvider = ManagerContext.Provider;

export function useManager(): ManagerState {
  const state = useContext(ManagerContext);
  if (state === null) throw new Error("a ManagerSession must stand above every page of the manager");
  return state;
}

/** Around every page of the manager: who is logged in, and one event stream for whatever is on the screen. */
export function ManagerSession({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Session>{children}</Session>
    </QueryClientProvider>
  );
}

function Session({ children }: { children: ReactNode }) {
  const token = useManagerToken();
  const { loginExpired } = useText("shared");
  const { data, isError, refetch } = useLaunch(token, loginExpired);
  const [live, setLive] = useState<LiveState>("connecting");
  const userInfo = data?.userInfo ?? null;

  const online = useOnline();
  useEffect(() => {
    if (online) retryFailedQueries(queryClient);
  }, [online]);

  const accountId = userInfo?.id;
  useEffect(() => {
    if (accountId === undefined) return;
    import("./session-tasks.ts").then(
      (tasks) => tasks.startSessionTasks(accountId, online),
      () => {},
    );
  }, [online, accountId]);

  // Once the stream is open, so that the count does not compete with the first view.
  const alertCount = useOpenAlertCount(
    token,
    live !== "connecting" && userInfo !== null && mayOpen(userInfo, "home"),
  );

  const state = useMemo(
    () => ({
      token,
      launched: data,
      userInfo,
      failed: isError && data === undefined,
      retry: () => void refetch(),
      // A line that is down shows itself to the stream only after a while.
      live: live === "live" && !online ? ("connecting" as const) : live,
      alertCount,
    }),
    [token, data, userInfo, isError, refetch, live, online, alertCount],
  );
  return (
    <ManagerContext.Provider value={state}>
      {token !== null && userInfo !== null && <LiveFeed key={token} onState={setLive} />}
      <PageTabs.Provider value={TabsOfPage}>{children}</PageTabs.Provider>
    </ManagerContext.Provider>
  );
}

/** The tab bar under a page whose code is missing or on its way. */
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

const listeners = new Set<(event: LiveEvent) => void>();

/** Tells a page what the one stream of all pages says, while the page stands. */
export function useManagerEvents(onEvent: (event: LiveEvent) => void): void {
  const handler = useRef(onEvent);
  useEffect(() => {
    handler.current = onEvent;
  });
  useEffect(() => {
    const listener = (event: LiveEvent) => handler.current(event);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/** Leads the stream's news to the figures and to whichever page listens; draws nothing. */
function LiveFeed({ onState }: { onState: (state: LiveState) => void }) {
  const followFigures = useFollowFigures();

  function hear(event: LiveEvent): void {
    for (const listener of listeners) listener(event);
    if (event.name === "alerts" || event.name === "reset")
      void queryClient.invalidateQueries({ queryKey: [alertQueries] });
    followFigures();
  }

  const state = useLiveEvents(hear);
  useEffect(() => onState(state), [state, onState]);
  return null;
}
