import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import { type FaultLabel, useFaultLabel } from "#manager/devices/index.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { useAlertTexts } from "./alert-texts.ts";

/** Number of alerts that home shows beside the figures. */
const shownAlerts = 3;

/** The first alerts; renders nothing without one. */
export function FirstAlerts({ ready, alerts }: { ready: Ready; alerts: readonly Alert[] }) {
  const texts = useText("alerts");
  const when = useInstantFormatter();
  const faultLabel = useFaultLabel(ready.labels);
  if (alerts.length === 0) return null;
  return (
    <Section title={texts.title}>
      <List label={texts.title}>
        {alerts.slice(0, shownAlerts).map((alert) => (
          <Row
            key={alert.alertId}
            href={hrefOf("alerts", { alertId: alert.alertId })}
            title={<AlertTitle {...{ alert, faultLabel }} />}
            detail={
              <>
                <UserText>{alert.areaName}</UserText> · {fill(texts.since, { time: when(alert.since) })}
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
