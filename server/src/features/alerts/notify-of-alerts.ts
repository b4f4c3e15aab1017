import { notifyManagers } from "#features/notifications/index.ts";
import { estimateCostMinor } from "./alert-cost-rules.ts";
import type { AlertRecord } from "./alerts-store.ts";
import type { AlertListener } from "./evaluate-alerts.ts";
import { selectUsualIncome } from "./usual-income/usual-income-store.ts";

/** Enqueues a notification for each opened alert, with its estimated cost so far (ALERT-4). */
export const notifyOfAlerts: AlertListener = async (uow, opened, at) => {
  const usual = await selectUsualIncome(uow, opened);
  for (const alert of opened) {
    const amountMinor = estimateCostMinor(alert, usual, at);
    const notification = {
      alertId: alert.alertId,
      kind: alert.kind,
      outletId: alert.outletId,
      deviceId: alert.deviceId,
      since: alert.since.toISOString(),
      cost: amountMinor > 0 ? { amountMinor, currency: alert.currency } : null,
      url: pageOf(alert),
      tag: alert.cause,
    };
    await notifyManagers(uow, notification, at);
  }
};

const pageOf = ({ deviceId, outletId }: AlertRecord): string =>
  deviceId === null
    ? `/pages/alerts/alerts?areaId=${encodeURIComponent(outletId)}`
    : `/pages/device/device?deviceId=${encodeURIComponent(deviceId)}`;
