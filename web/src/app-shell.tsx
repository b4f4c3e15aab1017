import { useCallback, useEffect, useRef } from "react";
import { useOnline } from "#platform/connection.ts";
import { useGuard } from "#platform/guard.ts";
import { useText } from "#platform/i18n.tsx";
import { useBack, useRoute } from "#platform/navigation.ts";
import type { RouteName } from "#platform/routes.ts";
import { type LazyScreen, ScreenLoader } from "#platform/screen-loader.tsx";
import { useCurrentToast } from "#platform/toasts.ts";
import { Button } from "#ui/button.tsx";
import { BarStatusProvider, NavBar } from "#ui/nav-bar.tsx";
import { Banner, Notice } from "#ui/notice.tsx";
import { Screen } from "#ui/screen.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ToastHost } from "#ui/toast-host.tsx";
import styles from "./app-shell.module.css";

/** The pages of one app. */
export type Screens = Partial<Record<RouteName, LazyScreen>> & { unknown: LazyScreen };

/** What stands around every page: the guard, the loading of its code, focus, toasts, the offline banner. */
export function AppShell({ screens }: { screens: Screens }) {
  const route = useRoute();
  const allowed = useGuard();
  const online = useOnline();
  const toast = useCurrentToast();
  const firstShown = useRef(true);

  const focusTitle = useCallback(() => {
    // The browser has already read out the page that it loaded itself.
    if (!firstShown.current) document.querySelector<HTMLElement>("[data-page-title]")?.focus();
    firstShown.current = false;
  }, []);

  return (
    <>
      <BarStatusProvider value={online ? null : <OfflineBanner />}>
        {allowed && (
          <ScreenLoader
            key={route}
            screen={screens[route] ?? screens.unknown}
            loadingView={LoadingView}
            failedView={FailedView}
            onShown={focusTitle}
          />
        )}
      </BarStatusProvider>
      <ToastHost toast={toast} />
    </>
  );
}

function OfflineBanner() {
  const { offline } = useText("shared");
  return (
    <div className={styles.offline}>
      <Banner kind="offline">{offline}</Banner>
    </div>
  );
}

function LoadingView() {
  const { loading } = useText("shared");
  return (
    <Screen bar={<NavBar title={loading} titleShown={false} />}>
      <div className={styles.loading}>
        <Skeleton shape="short" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </Screen>
  );
}

function FailedView({ onRetry }: { onRetry: () => void }) {
  const text = useText("shared");
  const back = useBack();
  useEffect(() => {
    document.title = text.pageFailed;
  }, [text]);
  return (
    <Screen
      middle
      bar={
        <NavBar
          title={text.pageFailed}
          titleShown={false}
          back={back === null ? undefined : { label: text.back, onBack: back }}
        />
      }
    >
      <Notice
        kind="error"
        title={text.pageFailed}
        text={text.pageFailedText}
        action={<Button onClick={onRetry}>{text.tryAgain}</Button>}
      />
    </Screen>
  );
}
