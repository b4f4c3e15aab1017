import type { Alert, Snooze } from "@reposo/contract/alerts/alerts.ts";
import { useState } from "react";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { useOpening } from "#manager/shared/frame/use-opening.ts";
import { useFaultLabel } from "#manager/devices/index.ts";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { AlertCard } from "./alert-card.tsx";
import { SnoozeSheet } from "./snooze-sheet.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { refetchAlerts } from "./use-alerts.ts";
import { useChange } from "#manager/shared/session/use-change.ts";

export function AlertCards({
  ready,
  alerts,
  pageHref = null,
}: {
  ready: Ready;
  alerts: readonly Alert[];
  /** Address of the chair's page, if it shows the alerts; a link to it is omitted. */
  pageHref?: string | null;
}) {
  const when = useInstantFormatter();
  const faultLabel = useFaultLabel(ready.labels);
  const { pending, failure, sentFor, clearFailure, snooze } = useSnooze();
  const { opening, open, close, closeOwn } = useOpening<string>();
  const isOfCall = (opening?.subject ?? null) === sentFor;
  return (
    <div className="stack">
      {!isOfCall && <FailureBanner of={failure} />}
      {alerts.map((alert) => (
        <AlertCard
          key={alert.alertId}
          alert={alert}
          pageHref={pageHref}
          faultLabel={faultLabel}
          when={when}
          onSnooze={() => {
            clearFailure();
            open(alert.alertId);
          }}
          onEndSnooze={() => void snooze(alert.alertId, "none")}
        />
      ))}
      {opening !== null && (
        <SnoozeSheet
          pending={pending}
          failure={isOfCall ? failure : null}
          onChoose={async (until) => {
            if (await snooze(opening.subject, until)) closeOwn();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function useSnooze() {
  const queries = useQueryClient();
  const { change, ...rest } = useChange();
  /** ID of the alert of the last call. The sheet may meanwhile show another alert. */
  const [sentFor, setSentFor] = useState<string | null>(null);
  const snooze = (alertId: string, until: Snooze): Promise<boolean> => {
    setSentFor(alertId);
    return change(async () => {
      try {
        await callApi("snoozeAlert", { alertId, until }, { quiet: true });
      } finally {
        await refetchAlerts(queries);
      }
    });
  };
  return { ...rest, sentFor, snooze };
}
