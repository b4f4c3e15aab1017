import { memo } from "react";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { relativeTime, timeLeft } from "#shared/time/date-time.ts";
import { useMinutes, useSeconds } from "#shared/time/ticking-clock.ts";
import { Badge } from "#ui/text/badge.tsx";
import { Row } from "#ui/list/list.tsx";
import styles from "./device-row.module.css";
import type { DeviceRow } from "./device-filters.ts";
import type { FaultLabel } from "./use-fault-label.ts";

export const DeviceListRow = memo(function DeviceListRow({
  device,
  position,
  total,
  faultLabel,
  href,
}: {
  device: DeviceRow;
  position: number;
  total: number;
  faultLabel: FaultLabel;
  href: string;
}) {
  const texts = useText("manager");
  const { deviceId, areaName, online, inUse, fault, endsAt } = device;
  return (
    <Row
      href={href}
      position={position}
      total={total}
      title={<span className={styles.number}>{deviceId}</span>}
      detail={
        <>
          <span className="line" dir="auto">
            {areaName}
          </span>
          <span className={online ? styles.online : styles.offline}>
            <span className={styles.connection}>{online ? texts.devicesOnline : texts.offline}</span>
            {!online && (
              <>
                {" · "}
                <LastSeen device={device} />
              </>
            )}
          </span>
          {/* On a line of its own in every row, because beside the number there is room for short ones only. */}
          {fault !== null && (
            <span className="line">
              <Badge tone="bad">{faultLabel(fault)}</Badge>
            </span>
          )}
        </>
      }
      meta={
        inUse ? (
          <Badge tone="accent">{endsAt === null ? texts.inUse : <TimeLeft endsAt={endsAt} />}</Badge>
        ) : isReady(device) ? (
          <Badge>{texts.idle}</Badge>
        ) : undefined
      }
    />
  );
});

/** Whether the chair could be started if it is not in use. */
export const isReady = ({ online, fault }: DeviceRow): boolean => online && fault === null;

/**
 * Shows when the device was last seen. A connected device counts as just seen, because it sends messages only when
 * something changes.
 */
export function LastSeen({ device: { online, lastSeenAt } }: { device: DeviceRow }) {
  const { neverSeen } = useText("lists");
  const { justNow } = useText("shared");
  const language = useLanguage();
  const now = useMinutes();
  if (online) return justNow;
  return lastSeenAt === null ? neverSeen : relativeTime(Date.parse(lastSeenAt), now, language, justNow);
}

export function TimeLeft({ endsAt }: { endsAt: string }) {
  const texts = useText("manager");
  const left = timeLeft(endsAt, useSeconds());
  return (
    <>
      {texts.inUse} · {left === null ? texts.ending : fill(texts.timeLeft, { time: left })}
    </>
  );
}
