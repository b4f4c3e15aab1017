import { alertPermissions } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Snooze, snoozeAlert } from "@reposo/contract/alerts/alerts.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { dateIn } from "#platform/time/calendar.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { deleteSnooze, findOpenAlert, saveSnooze } from "./alerts-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** A snooze until tomorrow ends at this hour in the outlet's time zone. */
const morningHour = 8;

/**
 * Snoozes an alert or ends its snooze, for the caller only; other managers continue to see it.
 * @throws ProductError `alertNotFound` for an alert that is not open or that the caller may not see
 */
export const createSnoozeAlert =
  ({ database, clock }: { readonly database: Database; readonly clock: Clock }) =>
  (
    caller: ManagerCaller,
    { alertId, until }: RequestOf<typeof snoozeAlert>,
  ): Promise<ReplyOf<typeof snoozeAlert>> =>
    transact(database, async (uow) => {
      const alert = await findOpenAlert(uow, alertId);
      if (
        alert === null ||
        !caller.outletIds.includes(alert.outletId) ||
        !caller.permissions.includes(alertPermissions[alert.kind])
      )
        throw new ProductError("alertNotFound");
      const { accountId } = caller;
      if (until === "none") {
        await deleteSnooze(uow, alertId, accountId);
        return { alertId, snoozed: false, snoozedUntil: null };
      }
      const end = snoozeEnd(until, clock.now(), alert.zone);
      await saveSnooze(uow, { alertId, accountId, until: end, quantity: alert.quantity });
      return { alertId, snoozed: true, snoozedUntil: end?.toISOString() ?? null };
    });

/** @returns the end of the snooze, or null if it ends when the alert changes */
function snoozeEnd(until: Exclude<Snooze, "none">, now: Date, zone: string): Date | null {
  if (until === "hour") return new Date(now.getTime() + 3_600_000);
  if (until === "change") return null;
  const morning = dateIn(now, zone)
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: zone, plainTime: { hour: morningHour } });
  return new Date(morning.epochMilliseconds);
}
