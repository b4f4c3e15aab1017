import type { ReactNode } from "react";
import { mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { useRoute } from "#shared/routing/navigation.ts";
import { hrefOf, type RouteName, routes } from "#shared/routing/routes.ts";
import { AlertIcon } from "#ui/icons/icons.tsx";
import {
  AccountIcon,
  CashIcon,
  ChairIcon,
  ChartIcon,
  DetailsIcon,
  FeedbackIcon,
  OverviewIcon,
  OrdersIcon,
} from "#ui/icons/manager-icons.tsx";
import { Rail, RailShape } from "#ui/navigation/rail.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { type Tab, TabBar, TabBarShape } from "#ui/navigation/tab-bar.tsx";

const icons = { home: <OverviewIcon />, details: <DetailsIcon />, user: <AccountIcon /> };

/** The entries of the rail to which pages without an own entry belong, also with their tab. */
const railEntries: Partial<Record<RouteName, RouteName>> = {
  device: "deviceList",
  outlet: "home",
  locationOpen: "home",
  locationChoose: "home",
  notifications: "user",
};

export const ManagerTabsShape = () => (
  <ByWidth narrow={<TabBarShape icons={Object.values(icons)} />} wide={<RailShape />} />
);

/** Shows only the pages that the account may open (NAV-5): three tabs, or in a wide window all pages in a rail. */
export function ManagerTabs({
  userInfo,
  alertCount = 0,
}: {
  userInfo: UserInfo;
  alertCount?: number | undefined;
}) {
  const texts = useText("manager");
  const route = useRoute();
  const railEntry = railEntries[route] ?? route;
  const { tab: ownTab } = routes[railEntry];
  // Cash has no tab; it is reached from home.
  const tab = ownTab === "cash" ? "home" : ownTab;
  const alerts =
    alertCount > 0
      ? { count: alertCount, countLabel: fill(texts.alertsOpen, { count: alertCount }) }
      : undefined;

  const entry = (
    name: Exclude<RouteName, "unknown">,
    label: string,
    icon: ReactNode,
    current: boolean,
    count?: Pick<Tab, "count" | "countLabel">,
  ): Tab[] =>
    mayOpen(userInfo, routes[name].tab) ? [{ href: hrefOf(name), label, icon, current, ...count }] : [];

  const tabs = [
    ...entry("home", texts.overviewTab, icons.home, tab === "home", alerts),
    ...entry("details", texts.detailsTab, icons.details, tab === "details"),
    ...entry("user", texts.accountTab, icons.user, tab === "user"),
  ];
  const inRail = (
    name: Exclude<RouteName, "unknown">,
    label: string,
    icon: ReactNode,
    count?: typeof alerts,
  ) => entry(name, label, icon, railEntry === name, count);
  const rail = [
    ...inRail("home", texts.overviewTab, icons.home),
    ...inRail("alerts", texts.alerts, <AlertIcon />, alerts),
    ...inRail("orders", texts.ordersTitle, <OrdersIcon />),
    ...inRail("deviceList", texts.deviceList, <ChairIcon />),
    ...inRail("details", texts.detailsTab, icons.details),
    ...inRail("dataChart", texts.charts, <ChartIcon />),
    ...inRail("cash", texts.cash, <CashIcon />),
    ...inRail("feedback", texts.feedback, <FeedbackIcon />),
    ...inRail("user", texts.accountTab, icons.user),
  ];
  return (
    <ByWidth
      narrow={<TabBar label={texts.tabs} tabs={tabs} />}
      wide={<Rail label={texts.tabs} entries={rail} />}
    />
  );
}
