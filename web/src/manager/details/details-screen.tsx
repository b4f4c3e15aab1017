import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { FiguresSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import {
  levelOf,
  onlyOutlet,
  outletOf,
  periodProblems,
  placeAbove,
  readPlace,
  type ReportPlace,
} from "#manager/reports/index.ts";
import type { UserInfo } from "#manager/shared/session/launch.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { useQuery } from "#shared/routing/navigation.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { dateInZone } from "#manager/shared/zone/shown-zone.ts";
import { IconButton } from "#ui/button/button.tsx";
import { RefreshIcon } from "#ui/icons/manager-icons.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { OutletsLevel } from "./outlets-level.tsx";
import { DevicesLevel } from "./devices-level.tsx";
import { hrefTo } from "./report-context.ts";
import { lazyComponent, LazySection, usePreload } from "#shared/lazy/lazy-component.tsx";

const accountsLevel = lazyComponent(() => import("./accounts-level.tsx"), "entries");
const lateEntries = lazyComponent(() => import("./late-entries.tsx"), "entries");
const entriesLevel = lazyComponent(() => import("./entries-level.tsx"), "entries");

/** Outlets, one outlet's devices, accounts, the movements of money: levels on one page, all by its address. */
export default function DetailsScreen() {
  const { loading } = useText("shared");
  const search = useQuery().toString();
  const { userInfo } = useManager();
  const place = useMemo(() => settle(readPlace(new URLSearchParams(search)), userInfo), [search, userInfo]);
  const level = levelOf(place);
  const above = placeAbove(place, userInfo?.outlets.length ?? 0);
  const zone = useZone();
  const fit = periodProblems(place.period, dateInZone(serverNow(), zone)) === null;
  usePreload(entriesLevel);
  const identity = JSON.stringify([level, place.outlets, place.deviceId, place.channel, place.accountId]);
  useFocusOnChange(level === "outlets" ? level : identity);
  return (
    <ManagerPage
      title={useTitle(above === null ? null : place, userInfo)}
      action={<Refresh />}
      keepsPlace
      up={above === null ? undefined : hrefTo(above)}
    >
      {(ready) => {
        const props = { ready, place, fit };
        if (level === "outlets" || level === "devices") {
          const Level = level === "outlets" ? OutletsLevel : DevicesLevel;
          return (
            <>
              <Level {...props} />
              {fit && (
                <LazySection of={lateEntries} props={{ token: ready.token, place }} placeholder={null} />
              )}
            </>
          );
        }
        const load = level === "accounts" ? accountsLevel : entriesLevel;
        const waiting = <FiguresSkeleton label={loading} />;
        return <LazySection key={level} of={load} props={props} placeholder={waiting} />;
      }}
    </ManagerPage>
  );
}

/** Who has one outlet only begins with its devices. */
function settle(place: ReportPlace, userInfo: UserInfo | null): ReportPlace {
  const [only, ...more] = userInfo?.outlets ?? [];
  const { areaId, exceptAreaId } = place.outlets;
  const isOnly = only !== undefined && more.length + areaId.length + exceptAreaId.length === 0;
  return isOnly ? { ...place, outlets: onlyOutlet(only.areaId) } : place;
}

function useTitle(place: ReportPlace | null, userInfo: UserInfo | null): string {
  const texts = useText("details");
  const { detailsTitle } = useText("manager");
  if (place === null) return detailsTitle;
  if (place.accounts || place.accountId !== null) return texts.counterCash;
  if (place.deviceId !== null) return fill(texts.deviceNumber, { deviceId: place.deviceId });
  const areaId = outletOf(place);
  return userInfo?.outlets.find((each) => each.areaId === areaId)?.areaName ?? detailsTitle;
}

/** A level is a page to whoever does not see: its title is read out, as after a change of route. */
function useFocusOnChange(identity: string): void {
  const before = useRef(identity);
  useEffect(() => {
    if (before.current === identity) return;
    before.current = identity;
    document.querySelector<HTMLElement>("[data-page-title]")?.focus({ preventScroll: true });
  }, [identity]);
}

function Refresh() {
  const { refresh } = useText("manager");
  const client = useQueryClient();
  const [refreshing, setRefreshing] = useState(false);

  async function refreshNow(): Promise<void> {
    setRefreshing(true);
    await client.refetchQueries({ type: "active" });
    setRefreshing(false);
  }

  return (
    <IconButton
      label={refresh}
      icon={<RefreshIcon />}
      pending={refreshing}
      onClick={() => void refreshNow()}
    />
  );
}
