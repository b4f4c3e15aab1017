import type { TimelineEntry } from "@reposo/contract/device-page.ts";
import { formatMoney } from "@reposo/contract/money.ts";
import type { FaultLabel } from "#manager/devices/index.ts";
import { useDeviceTimeline } from "./use-device-page.ts";
import { type LabelOf, labelsOf, statusTones } from "#manager/orders/index.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import { useWhen } from "#manager/frame/use-when.ts";
import type { Ready } from "#manager/frame/manager-page.tsx";
import { quarantineReasonTexts } from "./quarantine-reason-texts.ts";

/** Orders, faults, alerts, collections and coins on hold of the chair, newest first. */
export default function DeviceTimeline({
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
  const { tryAgain } = useText("manager");
  const timeline = useDeviceTimeline(ready.token, deviceId);
  const entries = timeline.data?.pages.flatMap(({ items }) => items);
  const labelOf = labelsOf(ready.launched.dictionary?.entries);
  const when = useWhen(ready);
  return (
    <Section title={texts.timeline}>
      {entries === undefined && !timeline.isError && <Skeleton shape="card" />}
      {entries?.length === 0 && <Notice kind="empty" title={texts.timelineNone} />}
      {entries !== undefined && entries.length > 0 && (
        <List label={texts.timeline}>
          {entries.map((entry) => (
            <Entry
              key={entry.entryId}
              entry={entry}
              areaId={areaId}
              deviceId={deviceId}
              labelOf={labelOf}
              faultLabel={faultLabel}
              when={when(entry.at)}
            />
          ))}
        </List>
      )}
      {timeline.isError && (
        <Notice
          kind="error"
          title={texts.timelineFailed}
          text={<FailureText of={timeline.error} />}
          action={
            <Button
              look="quiet"
              onClick={() => void (entries === undefined ? timeline.refetch() : timeline.fetchNextPage())}
            >
              {tryAgain}
            </Button>
          }
        />
      )}
      {timeline.hasNextPage && !timeline.isError && (
        <Button
          look="quiet"
          wide
          pending={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          {texts.showMore}
        </Button>
      )}
    </Section>
  );
}

function Entry({
  entry,
  areaId,
  deviceId,
  labelOf,
  faultLabel,
  when,
}: {
  entry: TimelineEntry;
  areaId: string;
  deviceId: string;
  labelOf: LabelOf;
  faultLabel: FaultLabel;
  when: string;
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
        detail={when}
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
        detail={when}
        meta={
          <>
            <span>{money}</span>
            <Badge tone="warn">{texts[quarantineReasonTexts[reason]]}</Badge>
          </>
        }
      />
    );
  if (kind === "collection")
    return (
      <Row
        href={hrefOf("cash", { view: "collections", areaId, deviceId })}
        title={texts.collected}
        detail={when}
        meta={money}
      />
    );
  if (alert !== null)
    return (
      <Row
        title={fill(alerts[alert.kind], {
          chair: deviceId,
          count: alert.quantity,
          fault: fault === null ? "" : faultLabel(fault),
        })}
        detail={when}
        meta={
          <Badge tone={alert.resolved ? "neutral" : "bad"}>
            {alert.resolved ? alerts.resolved : alerts.open}
          </Badge>
        }
      />
    );
  const title = kind === "cleared" ? texts.cleared : fill(texts.fault, { fault: faultLabel(fault ?? "") });
  return <Row title={title} detail={when} />;
}
