import { memo } from "react";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { relativeTime } from "#platform/relative-time.ts";
import { hrefOf } from "#platform/routes.ts";
import { serverNow } from "#platform/server-clock.ts";
import { Badge } from "#ui/badge.tsx";
import { Row } from "#ui/list.tsx";
import styles from "./device-row.module.css";
import type { DevicePage, DeviceRow } from "./device-pages.ts";
import { timeLeft } from "./time-left.ts";
import { useSeconds } from "./use-seconds.ts";

export type FaultLabel = (fault: string) => string;

/** One page of rows: drawn again only when one of its own rows changed. */
export const DeviceRows = memo(function DeviceRows({
  page,
  faultLabel,
}: {
  page: DevicePage;
  faultLabel: FaultLabel;
}) {
  return page.items.map((device) => <OneRow key={device.deviceId} device={device} faultLabel={faultLabel} />);
});

function OneRow({ device, faultLabel }: { device: DeviceRow; faultLabel: FaultLabel }) {
  const texts = useText("manager");
  const { justNow } = useText("shared");
  const language = useLanguage();
  const { deviceId, areaName, online, inUse, fault, lastSeenAt, endsAt } = device;
  // The line to a chair is the sign of life; its own messages come when something changes.
  const seen = online
    ? justNow
    : lastSeenAt === null
      ? texts.neverSeen
      : relativeTime(Date.parse(lastSeenAt), serverNow(), language, justNow);
  return (
    <Row
      href={hrefOf("chair", { deviceId })}
      title={<span className={styles.number}>{deviceId}</span>}
      detail={
        <>
          <span className={styles.line}>{areaName}</span>
          <span className={online ? styles.online : styles.offline}>
            <span className={styles.connection}>{online ? texts.devicesOnline : texts.offline}</span> · {seen}
          </span>
        </>
      }
      meta={
        <>
          {fault !== null && <Badge tone="bad">{faultLabel(fault)}</Badge>}
          {inUse ? (
            <Badge tone="accent">{endsAt === null ? texts.inUse : <TimeLeft endsAt={endsAt} />}</Badge>
          ) : (
            <Badge>{texts.idle}</Badge>
          )}
        </>
      }
    />
  );
}

function TimeLeft({ endsAt }: { endsAt: string }) {
  const texts = useText("manager");
  const left = timeLeft(endsAt, useSeconds());
  return (
    <>
      {texts.inUse} · {left === null ? texts.ending : fill(texts.timeLeft, { time: left })}
    </>
  );
}
