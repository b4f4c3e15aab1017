import { RowSkeletons } from "#ui/list/list.tsx";
import { alertListRequest, useAlerts } from "./use-alerts.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { navigate, useQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { clockInZone } from "#manager/shared/zone/display-zone.ts";
import { ChipBar } from "#ui/chip-bar/chip-bar.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { AlertCards } from "./alert-cards.tsx";
import { ShownOfAll } from "./shown-of-all.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";

type View = "open" | "resolved";

const go = (view: View, areaId: string | null): void =>
  navigate(hrefOf("alerts", { view: view === "open" ? null : view, areaId }), { replace: true });

export default function AlertsScreen() {
  const { title } = useText("alerts");
  return <ManagerPage title={title}>{(ready) => <Alerts ready={ready} />}</ManagerPage>;
}

/**
 * Lists open alerts by estimated cost, the highest first, with snoozed ones in a separate section; or recently resolved
 * alerts, the newest first (ALERT-2, ALERT-3).
 */
function Alerts({ ready }: { ready: Ready }) {
  const texts = useText("alerts");
  const { filters, notLiveList } = useText("manager");
  const { live } = useManager();
  const query = useQuery();
  const view: View = query.get("view") === "resolved" ? "resolved" : "open";
  const areaId = query.get("areaId");
  const areaName = ready.userInfo.outlets.find((outlet) => outlet.areaId === areaId)?.areaName;
  return (
    <div className="stack">
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
  const query = useAlerts(alertListRequest(useQuery()));
  const { data } = query;
  if (data === undefined)
    return <NotLoaded query={query} failedTitle={texts.failed} placeholder={<RowSkeletons />} />;
  const active = view === "resolved" ? data.alerts : data.alerts.filter(({ snoozed }) => !snoozed);
  const snoozed = view === "resolved" ? [] : data.alerts.filter((alert) => alert.snoozed);
  return (
    <>
      <p className="soft" role="status">
        {fill(asOf, { time: clockInZone(Date.parse(data.asOf), zone, language) })}
      </p>
      {active.length === 0 ? (
        <Notice
          kind="empty"
          title={view === "resolved" ? texts.noneResolved : texts.none}
          text={view === "resolved" ? texts.noneResolvedText : texts.noneText}
        />
      ) : (
        <AlertCards ready={ready} alerts={active} />
      )}
      {snoozed.length > 0 && (
        <Section title={texts.snoozed}>
          <AlertCards ready={ready} alerts={snoozed} />
        </Section>
      )}
      <ShownOfAll shown={data.alerts.length} total={data.total} />
    </>
  );
}
