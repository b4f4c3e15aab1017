import type { HomeInput } from "@reposo/contract/page-rendering.ts";
import { mayOpen } from "#manager/shared/session/launch.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { ManagerTabs } from "#manager/shared/frame/manager-tabs.tsx";
import { NavBar } from "#ui/nav-bar/nav-bar.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { OverviewFigures } from "./overview-figures.tsx";

/** Home with its figures, rendered on the server. The app replaces this markup once it has loaded. */
export function HomePreview({ userInfo, figures }: Pick<HomeInput, "userInfo" | "figures">) {
  const { overviewTab } = useText("manager");
  return (
    <Screen bar={<NavBar title={overviewTab} />} tabs={<ManagerTabs userInfo={userInfo} />}>
      <OverviewFigures
        figures={{ ...figures.statistics, compared: figures.comparison }}
        own={userInfo.currency}
        mayOpenDetails={mayOpen(userInfo, "details")}
        isCached
      />
    </Screen>
  );
}
