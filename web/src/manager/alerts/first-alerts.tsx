import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { type FaultLabel, useFaultLabel } from "#manager/devices/index.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { useAlertTexts } from "./alert-texts.ts";

/** Number of alerts that are shown beside figures. */
const shownAlerts = 3;

/** The first alerts of all outlets or of one, with a link to the others; renders nothing without one. */
export function FirstAlerts({
  ready,
  alerts,
  total,
  areaId = null,
}: {
  ready: Ready;
  alerts: readonly Alert[];
  /** Number of all alerts. */
  total: number;
  /** The outlet of the page, whose name the alerts then omit. */
  areaId?: string | null;
}) {
  const texts = useText("alerts");
  const when = useInstantFormatter();
  const faultLabel = useFaultLabel(ready.labels);
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  if (alerts.length === 0) return null;
  return (
    <Section
      title={texts.title}
      action={
        total > shownAlerts && (
          <ButtonLink variant="plain" href={hrefOf("alerts", { areaId })}>
            {fill(texts.all, { count: numbers.format(total) })}
          </ButtonLink>
        )
      }
    >
      <List label={texts.title}>
        {alerts.slice(0, shownAlerts).map((alert) => (
          <Row
            key={alert.alertId}
            href={hrefOf("alerts", { alertId: alert.alertId })}
            title={<AlertTitle {...{ alert, faultLabel }} />}
            detail={
              <>
                {areaId === null && (
                  <>
                    <UserText>{alert.areaName}</UserText> ·{" "}
                  </>
                )}
                {fill(texts.since, { time: when(alert.since) })}
              </>
            }
          />
        ))}
      </List>
    </Section>
  );
}

function AlertTitle({ alert, faultLabel }: { alert: Alert; faultLabel: FaultLabel }) {
  return useAlertTexts(alert, faultLabel).title;
}
