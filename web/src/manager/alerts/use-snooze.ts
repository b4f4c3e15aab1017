import { type Snooze, snoozeAlert } from "@reposo/contract/alerts/alerts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { alertQueries } from "./use-alerts.ts";

/** Snoozes alerts for the caller. */
export function useSnooze() {
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // A second tap arrives before the pending state is rendered.
  const isBusy = useRef(false);

  /** @returns whether the server confirmed it */
  async function snooze(alertId: string, until: Snooze): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setPending(true);
    setFailure(null);
    try {
      await callApi(snoozeAlert, { alertId, until }, { quiet: true });
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: [alertQueries] });
      isBusy.current = false;
      setPending(false);
    }
  }
  return { pending, failure, snooze };
}
