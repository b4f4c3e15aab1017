import type { TimelineEntry } from "@reposo/contract/devices/device-page.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { FaultLabel } from "#manager/devices/index.ts";
import { deviceTimelineQuery } from "./device-page-queries.ts";
import { type LabelOf, labelsOf, statusTones } from "#manager/orders/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/text/badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { ListResults } from "#manager/shared/lists/list-results.tsx";
import { dateInZone, type DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { useZone, useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { quarantineReasonTexts } from "./quarantined-coins.tsx";
import { DetailsIcon } from "#ui/icons/manager-icons.tsx";

/** Rows that the page shows before the manager asks for more. */
const firstRows = 5;

export function DeviceTimeline({
  ready,
  areaId,
  deviceId,
  faultLabel,
}: {
  ready: Ready;
  areaId: string;
  deviceId: string;
  faultLabel: FaultLabel;
}) {
  const texts = useText("device");
  const timeline = useInfiniteQuery(deviceTimelineQuery(deviceId));
  const [isComplete, setComplete] = useState(false);
  const zone = useZone();
  const when = useInstantFormatter();
  const labelOf = useMemo(() => labelsOf(ready.labels), [ready.labels]);
  const renderRow = useCallback(
    (entry: TimelineEntry) => (
      <Entry key={entry.entryId} {...{ entry, areaId, deviceId, labelOf, faultLabel, zone, when }} />
    ),
    [areaId, deviceId, labelOf, faultLabel, zone, when],
  );
  const rows = timeline.data?.rows ?? [];
  if (!isComplete && rows.length > firstRows)
    return (
      <Section title={texts.timeline}>
        <List label={texts.timeline}>{rows.slice(0, firstRows).map(renderRow)}</List>
        <Button variant="quiet" wide onClick={() => setComplete(true)}>
          {texts.showMore}
        </Button>
      </Section>
    );
  return (
    <Section title={texts.timeline}>
      <ListResults
        list={timeline}
        zone={zone}
        texts={{
          list: texts.timeline,
          failed: texts.timelineFailed,
          emptyTitle: texts.timelineNone,
          emptyIcon: <DetailsIcon />,
        }}
        renderRow={renderRow}
      />
    </Section>
  );
}

function Entry({
  entry,
  areaId,
  deviceId,
  labelOf,
  faultLabel,
  zone,
  when,
}: {
  entry: TimelineEntry;
  areaId: string;
  deviceId: string;
  labelOf: LabelOf;
  faultLabel: FaultLabel;
  zone: DisplayZone;
  when: (at: string) => string;
}) {
  const texts = useText("device");
  const alerts = useText("alerts");
  const { noAmount } = texts;
  const language = useLanguage();
  const { kind, orderId, status, payType, amount, currency, fault, reason, alert } = entry;
  const money = amount === null || currency === null ? noAmount : formatMoney(amount, currency, language);
  if (kind === "order" && orderId !== null && status !== null && payType !== null)
    return (
      <Row
        href={hrefOf("orders", { orderId })}
        title={labelOf("payType", payType)}
        detail={when(entry.at)}
        meta={
          <>
            <span>{money}</span>
            <Badge tone={statusTones[status]}>{labelOf("orderStatus", status)}</Badge>
          </>
        }
      />
    );
  if (kind === "quarantined" && reason !== null)
    return (
      <Row
        title={texts.coinOnHold}
        detail={when(entry.at)}
        meta={
          <>
            <span>{money}</span>
            <Badge tone="warn">{texts[quarantineReasonTexts[reason]]}</Badge>
          </>
        }
      />
    );
  if (kind === "collection") {
    const day = dateInZone(Date.parse(entry.at), zone);
    return (
      <Row
        href={hrefOf("cash", {
          view: "collections",
          range: "custom",
          startDate: day,
          endDate: day,
          areaId,
          deviceId,
        })}
        title={texts.collected}
        detail={when(entry.at)}
        meta={money}
      />
    );
  }
  if (alert !== null)
    return (
      <Row
        title={fill(alerts[alert.kind], {
          chair: deviceId,
          count: alert.quantity,
          fault: fault === null ? "" : faultLabel(fault),
        })}
        // The alert may have opened long after its cause began, which is the time that its card states.
        detail={alert.resolved ? when(alert.since) : fill(alerts.since, { time: when(alert.since) })}
        meta={
          <Badge tone={alert.resolved ? "neutral" : "bad"}>
            {alert.resolved ? alerts.resolved : alerts.open}
          </Badge>
        }
      />
    );
  const title = kind === "cleared" ? texts.cleared : faultLabel(fault ?? "");
  return <Row title={title} detail={when(entry.at)} />;
}
