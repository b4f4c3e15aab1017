import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import { useState } from "react";
import { useSnooze } from "./use-snooze.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { useFaultLabel } from "#manager/devices/index.ts";
import { useWhen } from "#manager/shared/zone/use-zone.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { AlertCard } from "./alert-card.tsx";
import styles from "./alerts.module.css";
import { SnoozeSheet } from "./snooze-sheet.tsx";

/** Alerts in the order given, and the sheet that snoozes one of them. */
export function AlertCards({ ready, alerts }: { ready: Ready; alerts: readonly Alert[] }) {
  const when = useWhen();
  const faultLabel = useFaultLabel(ready.launched);
  const { pending, failure, snooze } = useSnooze();
  const failureText = useFailureText(failure);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div className={styles.list}>
      {chosen === null && failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
      {alerts.map((alert) => (
        <AlertCard
          key={alert.alertId}
          alert={alert}
          faultLabel={faultLabel}
          when={when}
          onSnooze={() => setChosen(alert.alertId)}
          onEndSnooze={() => void snooze(alert.alertId, "none")}
        />
      ))}
      {chosen !== null && (
        <SnoozeSheet
          pending={pending}
          failureText={failureText}
          onChoose={async (until) => {
            if (await snooze(chosen, until)) setChosen(null);
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}
