import type { HomeInput } from "@reposo/contract/page-rendering.ts";
import { mayOpen } from "#manager/shared/session/launch.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import type { DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { ManagerStateProvider } from "#manager/shared/session/manager-context.ts";
import { ManagerTabs } from "#manager/shared/frame/manager-tabs.tsx";
import { RenderedZoneProvider } from "#manager/shared/zone/use-zone.ts";
import { NavBar } from "#ui/nav-bar/nav-bar.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { OverviewFigures } from "./overview-figures.tsx";

type HomePreviewProps = Omit<HomeInput, "language">;

const zoneOf = ({ offsetMinutes, userInfo }: HomePreviewProps): DisplayZone =>
  offsetMinutes === null
    ? { kind: "account", name: userInfo.timeZone ?? "UTC" }
    : { kind: "device", offsetMinutes, name: "" };

/** Home as the server renders it with its figures; the app replaces this markup once it has loaded. */
export function HomePreview(props: HomePreviewProps) {
  const { userInfo, figures } = props;
  const { overviewTab } = useText("manager");
  const state = {
    token: null,
    launched: undefined,
    userInfo,
    failed: false,
    retry: () => undefined,
    live: "connecting",
    alertCount: undefined,
  } as const;
  return (
    <ManagerStateProvider value={state}>
      <RenderedZoneProvider value={zoneOf(props)}>
        <Screen bar={<NavBar title={overviewTab} />} tabs={<ManagerTabs userInfo={userInfo} />}>
          <OverviewFigures
            figures={{ ...figures.statistics, compared: figures.comparison }}
            own={userInfo.currency}
            seesRows={mayOpen(userInfo, "details")}
            isOld={false}
            isCached
          />
        </Screen>
      </RenderedZoneProvider>
    </ManagerStateProvider>
  );
}
