import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  viewOf,
  outletOf,
  parentSelection,
  readSelection,
  type ReportSelection,
} from "#manager/statistics/reports/report-selection.ts";
import { periodProblems } from "#manager/statistics/reports/period-rules.ts";
import { onlyOutlet } from "#manager/statistics/reports/named-outlets.ts";
import { SearchBox } from "#manager/search/index.ts";
import { holds, type UserInfo } from "#manager/shared/session/account.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";
import { dateInZone } from "#manager/shared/zone/display-zone.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useViewChange } from "#shared/app/view-change.ts";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { OutletsView } from "./outlets-view.tsx";
import { DevicesView } from "./devices-view.tsx";
import { hrefTo, withOnlyOutlet } from "./report-context.ts";
import { LateEntries } from "./late-entries.tsx";
import { AccountsView } from "./accounts-view.tsx";
import { EntriesView } from "./entries-view.tsx";

/** Shows one of four views, which the address selects: outlets, devices of one outlet, accounts, or transactions. */
export default function DetailsScreen() {
  const search = useAddressQuery().toString();
  const { userInfo } = useManager();
  const selection = useMemo(
    () => withOnlyOutlet(readSelection(new URLSearchParams(search)), userInfo),
    [search, userInfo],
  );
  const view = viewOf(selection);
  const parent = parentSelection(selection, userInfo?.outlets.length ?? 0);
  const zone = useZone();
  const isPeriodValid = periodProblems(selection.period, dateInZone(useMinutes(), zone)) === null;
  const identity = JSON.stringify([
    view,
    selection.outlets,
    selection.deviceId,
    selection.channel,
    selection.accountId,
  ]);
  // A change of the selected outlets is not a new view while the view of outlets is shown.
  useViewChange(view === "outlets" ? view : identity);
  return (
    <ManagerPage
      wide
      title={useTitle(parent === null ? null : selection, userInfo)}
      action={<Refresh />}
      up={parent === null ? undefined : hrefTo(parent)}
    >
      {(ready) => {
        const props = { ready, selection, isPeriodValid };
        if (view === "outlets" || view === "devices") {
          const View = view === "outlets" ? OutletsView : DevicesView;
          return (
            <>
              {holds(ready.userInfo, "home") && <Search selection={selection} />}
              <View {...props} />
              {isPeriodValid && <LateEntries selection={selection} />}
            </>
          );
        }
        const View = view === "accounts" ? AccountsView : EntriesView;
        return <View key={view} {...props} />;
      }}
    </ManagerPage>
  );
}

/** Returns the title of the page; without a selection, the title of the top view. */
function useTitle(selection: ReportSelection | null, userInfo: UserInfo | null): string {
  const texts = useText("details");
  const { detailsTitle } = useText("manager");
  if (selection === null) return detailsTitle;
  if (selection.accounts || selection.accountId !== null) return texts.counterCash;
  if (selection.deviceId !== null) return fill(texts.deviceNumber, { deviceId: selection.deviceId });
  const areaId = outletOf(selection);
  return userInfo?.outlets.find((each) => each.areaId === areaId)?.areaName ?? detailsTitle;
}

/** The search, in which outlets lead to their figures of the chosen period. */
function Search({ selection }: { selection: ReportSelection }) {
  const top = { ...selection, deviceId: null, channel: null, accountId: null };
  return <SearchBox hrefs={{ outlet: (areaId) => hrefTo({ ...top, outlets: onlyOutlet(areaId) }) }} />;
}

function Refresh() {
  const client = useQueryClient();
  return useRefresh(() => client.refetchQueries({ type: "active" })).button;
}
