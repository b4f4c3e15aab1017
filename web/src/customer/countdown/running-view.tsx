import { useEffect, useRef, useState } from "react";
import { isoDuration, milestonePassed, totalMilliseconds } from "./remaining.ts";
import { useRemaining } from "./use-remaining.ts";
import { useWakeLock } from "./wake-lock.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { clockTime } from "@reposo/contract/text/date-styles.ts";
import { useLocalFormatter } from "#shared/time/local-times.ts";
import { clockText } from "#shared/time/date-time.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Ring } from "#ui/progress/ring.tsx";
import styles from "./countdown.module.css";
import { OrderFrame, type OrderViewProps, StopButton } from "./order-view.tsx";
import { useSessionPermission } from "#shared/session/use-session-permission.ts";
import { ExtendButton } from "./extend-button.tsx";
import { ExtensionMessages } from "./extension-messages.tsx";

/** Interval between two refetches of the order from its end time until the server reports the end. */
const reloadDelayMilliseconds = 1_500;

export function RunningView({ bar, order, followed }: OrderViewProps) {
  const text = useText("massage");
  const timeOfDay = useLocalFormatter(clockTime);
  const left = useRemaining(order);
  const total = totalMilliseconds(order);
  const clock = clockText(left);
  const announced = useAnnouncement(left, order.minutes);
  useWakeLock(left > 0);
  useDocumentTitle(`${clock} ${text.countdown}`);

  const mayExtend = useSessionPermission("start");
  const over = left === 0;
  // A second purchase beside an unpaid extension could be paid twice, so that one must be paid or cancelled first.
  const waitsForPayment = order.extensions.some(({ orderStatus }) => orderStatus === "unpaid");
  const { reload } = followed;
  useEffect(() => {
    if (!over) return;
    const timer = setInterval(reload, reloadDelayMilliseconds);
    return () => clearInterval(timer);
  }, [over, reload]);

  return (
    <OrderFrame
      bar={bar}
      order={order}
      actions={
        <>
          {/* A massage that was started by coins is extended by further coins. */}
          {!over && mayExtend === true && order.payType !== "coin" && !waitsForPayment && (
            <ExtendButton order={order} reload={reload} />
          )}
          <StopButton order={order} followed={followed} />
        </>
      }
      ring={
        <Ring fraction={total === 0 ? 0 : left / total}>
          <p className="muted" id="remaining-label">
            {text.remaining}
          </p>
          <p className={styles.clock} role="timer" aria-labelledby="remaining-label remaining-time">
            <time id="remaining-time" dateTime={isoDuration(left)}>
              {clock}
            </time>
          </p>
        </Ring>
      }
      text={
        <>
          <p className={styles.times}>
            {order.endsAt !== null && <strong>{fill(text.endsAt, { time: timeOfDay(order.endsAt) })}</strong>}
            <span className="muted">
              {text.totalDuration} {clockText(total)}
            </span>
          </p>
          {order.extensions.length > 0 && <ExtensionMessages order={order} reload={reload} />}
        </>
      }
      hasRoom={!waitsForPayment}
    >
      {followed.liveState === "cut" && <Banner kind="offline">{text.liveInterrupted}</Banner>}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </OrderFrame>
  );
}

function useAnnouncement(left: number, minutes: number): string {
  const text = useText("massage");
  const before = useRef(left);
  const [announced, setAnnounced] = useState<"start" | "fiveMinutes" | "oneMinute" | "nothing">("start");
  useEffect(() => {
    const milestone = milestonePassed(before.current, left);
    // Screen readers announce only changed text. An extension clears the text, so that the same milestone is announced
    // again later.
    if (left > before.current) setAnnounced("nothing");
    before.current = left;
    if (milestone !== null) setAnnounced(milestone);
  }, [left]);
  if (announced === "nothing") return "";
  if (announced === "start") return fill(text.runningStarted, { minutes });
  return announced === "fiveMinutes" ? text.fiveMinutesLeft : text.oneMinuteLeft;
}
