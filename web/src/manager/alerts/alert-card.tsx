import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { FaultLabel } from "#manager/devices/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Badge } from "#ui/text/badge.tsx";
import { Button, ButtonLink } from "#ui/button/button.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { useAlertTexts } from "./alert-texts.ts";
import styles from "./alerts.module.css";

export function AlertCard({
  alert,
  pageHref,
  faultLabel,
  when,
  onSnooze,
  onEndSnooze,
}: {
  alert: Alert;
  pageHref: string | null;
  faultLabel: FaultLabel;
  when: (at: string) => string;
  onSnooze: () => void;
  onEndSnooze: () => void;
}) {
  const texts = useText("alerts");
  const language = useLanguage();
  const { title, amount, action, link } = useAlertTexts(alert, faultLabel);
  const { areaName, since, resolvedAt, currency, estimatedCost, snoozed, snoozedUntil } = alert;
  const isOpen = resolvedAt === null;
  // The page of a chair states at its top how to mend it.
  const isAdvised = link.href === pageHref && (alert.kind === "chairOffline" || alert.kind === "chairFault");
  return (
    <article className="entry" aria-label={title}>
      <div className={styles.head}>
        <p className={styles.title}>{title}</p>
        {!isOpen && <Badge>{texts.resolved}</Badge>}
        {snoozed && isOpen && (
          <Badge>
            {snoozedUntil === null
              ? texts.snoozedUntilChange
              : fill(texts.snoozedUntil, { time: when(snoozedUntil) })}
          </Badge>
        )}
      </div>
      {pageHref === null && (
        <p className="soft">
          <UserText>{areaName}</UserText>
        </p>
      )}
      <p className="soft">
        {isOpen
          ? fill(texts.since, { time: when(since) })
          : fill(texts.fromTo, { from: when(since), to: when(resolvedAt) })}
      </p>
      {amount !== null && <p className="strong">{amount}</p>}
      {estimatedCost > 0 && alert.kind !== "coinsDiffer" && (
        <p className="strong">
          {fill(texts.cost, { amount: formatMoney(estimatedCost, currency, language) })}
        </p>
      )}
      {isOpen && !isAdvised && <p>{action}</p>}
      <div className={styles.actions}>
        {link.href !== pageHref && (
          <ButtonLink href={link.href} variant="quiet">
            {link.label}
          </ButtonLink>
        )}
        {isOpen && (
          <Button variant="quiet" onClick={snoozed ? onEndSnooze : onSnooze}>
            {snoozed ? texts.endSnooze : texts.snooze}
          </Button>
        )}
      </div>
    </article>
  );
}
