import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { type FaultLabel, useFaultLabel } from "#manager/devices/index.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
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
  outlet,
}: {
  ready: Ready;
  alerts: readonly Alert[];
  /** The outlet of the page and the number of its alerts; absent for all outlets. */
  outlet?: { readonly areaId: string; readonly total: number };
}) {
  const texts = useText("alerts");
  const when = useInstantFormatter();
  const faultLabel = useFaultLabel(ready.labels);
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
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
                {outlet === undefined && (
                  <>
                    <UserText>{alert.areaName}</UserText> ·{" "}
                  </>
                )}
                {fill(texts.since, { time: when(alert.since) })}
              </>
            }
          />
        ))}
        {outlet !== undefined && outlet.total > shownAlerts && (
          <Row
            href={hrefOf("alerts", { areaId: outlet.areaId })}
            title={fill(texts.all, { count: numbers.format(outlet.total) })}
          />
        )}
      </List>
    </Section>
  );
}

function AlertTitle({ alert, faultLabel }: { alert: Alert; faultLabel: FaultLabel }) {
  return useAlertTexts(alert, faultLabel).title;
}
