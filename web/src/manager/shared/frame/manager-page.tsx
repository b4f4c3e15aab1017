import { type ReactNode, useEffect } from "react";
import { mayOpen } from "#manager/shared/session/account.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { isLanding, navigate, relaunch, useBack, useRoute } from "#shared/routing/navigation.ts";
import { hrefOf, routes } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { NavBar } from "#ui/navigation/nav-bar.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { FiguresSkeleton } from "./figures-skeleton.tsx";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { useSearchKey } from "./use-search-key.ts";
import { ManagerTabs, ManagerTabsShape } from "./manager-tabs.tsx";
import { SessionSection } from "#manager/shared/session/session-section.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";

/**
 * The pages that can be the first page of an account, in order of preference. They have no Back button unless `up` is
 * set.
 */
const tabPages = ["home", "details", "user", "cash"] as const;
const isTabPage = (route: string): boolean => tabPages.some((page) => page === route);

/** The frame of a manager page: bar, tabs, and what is shown until the content can be rendered. */
export function ManagerPage({
  title,
  action,
  up,
  wide = false,
  wideTitle = title,
  placeholder = <FiguresSkeleton />,
  children,
}: {
  title: string;
  action?: ReactNode;
  /** Address of the parent view, to which Back leads if the visit started with this page. */
  up?: string | undefined;
  /** Whether the content uses the width of a desk. */
  wide?: boolean;
  /** The heading in a wide window, if it differs. */
  wideTitle?: string | undefined;
  /** Shown while the account loads. */
  placeholder?: ReactNode;
  children: (ready: Ready) => ReactNode;
}) {
  const route = useRoute();
  const shared = useText("shared");
  const texts = useText("manager");
  const back = useBack();
  const { token, userInfo, labels, failed, retry, alertCount } = useManager();
  useDocumentTitle(title);
  useSearchKey();

  const isRefused = userInfo !== null && !mayOpen(userInfo, routes[route].tab);
  const firstTab = userInfo === null ? undefined : tabPages.find((page) => mayOpen(userInfo, page));
  // An account that may not open the page that is opened by default goes to its first permitted page.
  useEffect(() => {
    if (isRefused && firstTab !== undefined && isLanding()) relaunch(hrefOf(firstTab));
  }, [isRefused, firstTab]);

  const firstTabNames = {
    home: texts.overviewTab,
    details: texts.detailsTab,
    user: texts.accountTab,
    cash: texts.cash,
  };

  const goUp = up === undefined ? null : () => navigate(up, { replace: true });
  const onBack = up === undefined && isTabPage(route) ? null : (back ?? goUp);

  function content(): ReactNode {
    if (failed) {
      return <LoadFailed title={texts.accountFailed} onRetry={retry} />;
    }
    if (token === null || userInfo === null) {
      return placeholder;
    }
    if (firstTab === undefined) {
      return <Notice kind="empty" title={texts.noPermissionsTitle} text={texts.noPermissionsText} />;
    }
    if (isRefused) {
      if (isLanding()) return placeholder;
      return (
        <Notice
          kind="error"
          title={texts.refusedTitle}
          text={texts.refusedText}
          action={<ButtonLink href={hrefOf(firstTab)}>{firstTabNames[firstTab]}</ButtonLink>}
        />
      );
    }
    return children({ token, userInfo, labels });
  }

  return (
    <Screen
      wide={wide}
      bar={
        <NavBar
          title={wideTitle === title ? title : <ByWidth narrow={title} wide={wideTitle} />}
          back={onBack === null ? undefined : { label: shared.back, onBack }}
          action={isRefused ? undefined : action}
        />
      }
      tabs={
        userInfo === null ? (
          failed ? undefined : (
            <ManagerTabsShape />
          )
        ) : firstTab === undefined ? undefined : (
          <ManagerTabs userInfo={userInfo} alertCount={alertCount} />
        )
      }
    >
      {content()}
      {userInfo !== null &&
        !mayOpen(userInfo, "user") &&
        (isTabPage(route) || isRefused || firstTab === undefined) && <SessionSection name={userInfo.name} />}
    </Screen>
  );
}
