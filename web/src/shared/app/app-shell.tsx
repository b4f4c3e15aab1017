import { useCallback, useEffect, useRef } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { useGuard } from "#shared/session/guard.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useRoute } from "#shared/routing/navigation.ts";
import type { RouteName } from "#shared/routing/routes.ts";
import type { LazyPage } from "#shared/lazy/lazy-page.ts";
import { showStoredToast, useCurrentToast } from "#shared/toasts/toasts.ts";
import { BarStatusProvider } from "#ui/navigation/nav-bar.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { ToastHost } from "#ui/notice/toast-host.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PageView } from "./page-view.tsx";
import styles from "./app-shell.module.css";

interface Page {
  readonly component: LazyPage;
}

export type Pages = Readonly<Partial<Record<RouteName, Page>>> & { readonly unknown: Page };

/** Common part of all pages: access guard, loading of the page's code, focus, toasts, and the offline banner. */
export function AppShell({ pages }: { pages: Pages }) {
  // Runs before the guard. A toast that the guard stores is for the next document and must not be shown by this one.
  useEffect(showStoredToast, []);
  const route = useRoute();
  const allowed = useGuard();
  const online = useOnline();
  const toast = useCurrentToast();
  const firstShown = useRef(true);

  const focusTitle = useCallback(() => {
    // For the first page no focus is set, because screen readers announce a loaded document themselves.
    if (!firstShown.current) document.querySelector<HTMLElement>("[data-page-title]")?.focus();
    firstShown.current = false;
  }, []);
  // If the user leaves the first page before it is shown, for example because it failed to load, the next page is not
  // the first one.
  useEffect(() => {
    if (!allowed) return;
    return () => {
      firstShown.current = false;
    };
  }, [allowed, route]);

  return (
    <>
      <BarStatusProvider value={online ? null : <OfflineBanner />}>
        {allowed && (
          <ErrorBoundary key={route}>
            <PageView page={(pages[route] ?? pages.unknown).component} onShown={focusTitle} />
          </ErrorBoundary>
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
