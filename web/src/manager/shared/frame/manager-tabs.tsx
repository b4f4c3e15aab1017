import { mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { useRoute } from "#shared/routing/navigation.ts";
import { hrefOf, routes } from "#shared/routing/routes.ts";
import { AccountIcon, DetailsIcon, OverviewIcon } from "#ui/icons/manager-icons.tsx";
import { TabBar, TabBarShape } from "#ui/tab-bar/tab-bar.tsx";

const icons = { home: <OverviewIcon />, details: <DetailsIcon />, user: <AccountIcon /> };

export const ManagerTabsShape = () => <TabBarShape icons={Object.values(icons)} />;

/** Shows only the tabs that the account may open (NAV-5). */
export function ManagerTabs({
  userInfo,
  alertCount = 0,
}: {
  userInfo: UserInfo;
  alertCount?: number | undefined;
}) {
  const texts = useText("manager");
  const current = routes[useRoute()].tab;
  const tabs = [
    { tab: "home", label: texts.overviewTab, icon: icons.home },
    { tab: "details", label: texts.detailsTab, icon: icons.details },
    { tab: "user", label: texts.accountTab, icon: icons.user },
  ] as const;
  return (
    <TabBar
      label={texts.tabs}
      tabs={tabs
        .filter(({ tab }) => mayOpen(userInfo, tab))
        .map(({ tab, label, icon }) => ({
          href: hrefOf(tab),
          label,
          icon,
          current: tab === current,
          ...(tab === "home" &&
            alertCount > 0 && {
              count: alertCount,
              countLabel: fill(texts.alertsOpen, { count: alertCount }),
            }),
        }))}
    />
  );
}
