import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import { RowSkeletons } from "#ui/list/list.tsx";
import { useQuery } from "@tanstack/react-query";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import { alertListRequest, useAlerts } from "./use-alerts.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { navigate, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { clockInZone } from "#manager/shared/zone/display-zone.ts";
import { ChipBar } from "#ui/list/chip-bar.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { SearchBox } from "#manager/search/index.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { ListAndDetail } from "#manager/shared/frame/list-and-detail.tsx";
import { changedHref } from "#manager/shared/lists/table-state.ts";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { AlertCards } from "./alert-cards.tsx";
import { AlertTable } from "./alert-table.tsx";
import { ShownOfAll } from "./shown-of-all.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";

type View = "open" | "resolved";

export default function AlertsScreen() {
  const { title } = useText("alerts");
  return (
    <ManagerPage wide title={title}>
      {(ready) => <Alerts ready={ready} />}
    </ManagerPage>
  );
}

/**
 * Lists open alerts by estimated cost, the highest first, with snoozed ones in a separate section; or recently resolved
 * alerts, the newest first (ALERT-2, ALERT-3).
 */
function Alerts({ ready }: { ready: Ready }) {
  const texts = useText("alerts");
  const { filters, notLiveList } = useText("manager");
  const { live } = useManager();
  const query = useAddressQuery();
  const view: View = query.get("view") === "resolved" ? "resolved" : "open";
  const areaId = query.get("areaId");
  // The table keeps its columns and sorting.
  const go = (chosen: View, outletId: string | null) =>
    navigate(
      changedHref("alerts", query, {
        view: chosen === "open" ? null : chosen,
        areaId: outletId,
        alertId: null,
      }),
      { replace: true },
    );
  const areaName = ready.userInfo.outlets.find((outlet) => outlet.areaId === areaId)?.areaName;
  return (
    <div className="stack">
      <SearchBox hrefs={{ outlet: (id) => hrefOf("alerts", { areaId: id }) }} />
      {live === "cut" && <Banner kind="offline">{notLiveList}</Banner>}
      <Segmented
        label={texts.views}
        value={view}
        choices={[
          { value: "open", label: texts.open },
          { value: "resolved", label: texts.resolved },
        ]}
        onChange={(chosen) => go(chosen, areaId)}
      />
      {areaId !== null && (
        <ChipBar
          label={filters}
          chips={[
            {
              key: areaId,
              label: areaName ?? areaId,
              removeLabel: `${texts.allOutlets}: ${areaName ?? areaId}`,
              onRemove: () => go(view, null),
            },
          ]}
        />
      )}
      <Loaded key={`${view} ${areaId}`} ready={ready} view={view} />
      <ZoneLine />
    </div>
  );
}

function Loaded({ ready, view }: { ready: Ready; view: View }) {
  const texts = useText("alerts");
  const { asOf } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const address = useAddressQuery();
  const query = useAlerts(alertListRequest(address));
  const { data } = query;
  if (data === undefined)
    return <NotLoaded query={query} failedTitle={texts.failed} placeholder={<RowSkeletons />} />;
  const selected = data.alerts.find(({ alertId }) => alertId === address.get("alertId"));
  const time = clockInZone(Date.parse(data.asOf), zone, language);
  const cards = <AlertCardList ready={ready} view={view} alerts={data.alerts} asOf={time} />;
  return (
    <ListAndDetail
      alone="list"
      title={texts.one}
      listHref={changedHref("alerts", address, { alertId: null })}
      list={
        <>
          <p className="soft" role="status">
            {fill(asOf, { time })}
          </p>
          {data.alerts.length === 0 ? (
            cards
          ) : (
            <ByWidth narrow={cards} wide={<AlertTable ready={ready} alerts={data.alerts} />} />
          )}
          <ShownOfAll shown={data.alerts.length} total={data.total} />
        </>
      }
      detail={selected === undefined ? null : <AlertCards ready={ready} alerts={[selected]} />}
    />
  );
}

function AlertCardList({
  ready,
  view,
  alerts,
  asOf,
}: {
  ready: Ready;
  view: View;
  alerts: readonly Alert[];
  /** Formatted time of the data. */
  asOf: string;
}) {
  const texts = useText("alerts");
  const active = view === "resolved" ? alerts : alerts.filter(({ snoozed }) => !snoozed);
  const snoozed = view === "resolved" ? [] : alerts.filter((alert) => alert.snoozed);
  return (
    <>
      {active.length === 0 ? (
        <NoAlerts view={view} asOf={asOf} />
      ) : (
        <AlertCards ready={ready} alerts={active} />
      )}
      {snoozed.length > 0 && (
        <Section title={texts.snoozed}>
          <AlertCards ready={ready} alerts={snoozed} />
        </Section>
      )}
    </>
  );
}

/** States how many chairs were found in order, so that an empty list is known to be a result. */
function NoAlerts({ view, asOf }: { view: View; asOf: string }) {
  const texts = useText("alerts");
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  const { areaId } = alertListRequest(useAddressQuery());
  const isOpen = view === "open";
  const { data } = useQuery({
    ...apiQuery("deviceList", { limit: 1, ...(areaId !== undefined && { areaId }) }),
    enabled: isOpen,
  });
  if (!isOpen) return <Notice kind="empty" title={texts.noneResolved} text={texts.noneResolvedText} />;
  const count = data?.total ?? 0;
  return (
    <Notice
      kind="done"
      title={texts.none}
      text={count === 0 ? texts.noneText : fill(texts.checked, { count: numbers.format(count), time: asOf })}
    />
  );
}
