import type { ReactNode } from "react";
import { type DeviceRow, type FaultLabel, LastSeen, TimeLeft } from "#manager/devices/index.ts";
import { colon } from "#shared/i18n/colon.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Link } from "#ui/button/link.tsx";
import { ChevronIcon } from "#ui/icons/icons.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { UserText } from "#ui/text/user-text.tsx";
import { ReturnToService } from "./return-to-service.tsx";
import { TestRunSection } from "./test-run-section.tsx";
import styles from "./device-state.module.css";

interface Shown {
  readonly title: ReactNode;
  readonly tone: "good" | "accent" | "warn" | "bad";
  readonly text?: ReactNode;
  /** The action that helps most in this state. */
  readonly action?: ReactNode;
}

/** States what the chair does, since when, and offers the one action that helps most. */
export function DeviceState({
  device,
  since,
  faultLabel,
  mayChange,
  mayOpenOrders,
  onChanged,
}: {
  device: DeviceRow;
  /** Formatted instant since which the chair is in its state; null if unknown. */
  since: string | null;
  faultLabel: FaultLabel;
  mayChange: boolean;
  /** Whether the account may open orders and details. */
  mayOpenOrders: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const texts = useText("device");
  const lists = useText("lists");
  const manager = useText("manager");
  const language = useLanguage();
  const { deviceId, areaId, areaName, online, inUse, fault, outOfService, orderId, endsAt, lastSeenAt } =
    device;

  function shown(): Shown {
    if (outOfService !== null)
      return {
        title: faultLabel("disabled"),
        tone: "warn",
        text: fill(texts.customersSee, { reason: outOfService }),
        action: mayChange && <ReturnToService deviceId={deviceId} onChanged={onChanged} />,
      };
    if (fault === "disabled")
      return { title: faultLabel(fault), tone: "warn", text: texts.disabledByOperator };
    if (!online)
      return {
        title: manager.offline,
        tone: "bad",
        text: texts.offlineAdvice,
        action: (
          <ButtonLink wide href={hrefOf("locationOpen", { areaId })}>
            {texts.showLocation}
          </ButtonLink>
        ),
      };
    if (fault !== null)
      return {
        title: faultLabel(fault),
        tone: "bad",
        text: texts.faultAdvice,
        action: mayChange && <TestRunSection device={device} variant="primary" />,
      };
    if (inUse)
      return {
        title: endsAt === null ? manager.inUse : <TimeLeft endsAt={endsAt} />,
        tone: "accent",
        action: orderId !== null && (
          <ButtonLink
            wide
            href={mayOpenOrders ? hrefOf("orders", { orderId }) : hrefOf("countdown", { orderId })}
          >
            {lists.orderInProgress}
          </ButtonLink>
        ),
      };
    return {
      title: manager.idle,
      tone: "good",
      action: (
        <ButtonLink wide href={hrefOf("chair", { deviceId })}>
          {lists.startChair}
        </ButtonLink>
      ),
    };
  }

  const { title, tone, text, action } = shown();
  return (
    <div className={styles.card}>
      <div>
        <p className={classNames(styles.state, styles[tone])}>{title}</p>
        {since !== null && <p className="soft">{fill(texts.sinceTime, { time: since })}</p>}
        {/* An offline chair was seen last when this state began. */}
        {!online && (since === null || fault === "disabled") && (
          <p className="soft">
            {lastSeenAt !== null && lists.lastSeen + colon(language)}
            <LastSeen device={device} />
          </p>
        )}
      </div>
      {text !== undefined && (
        <p className="prose">
          <UserText>{text}</UserText>
        </p>
      )}
      {action}
      <Link href={hrefOf("outlet", { areaId })} className={styles.outlet}>
        <UserText>{areaName}</UserText>
        <ChevronIcon />
      </Link>
    </div>
  );
}
