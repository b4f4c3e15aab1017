import type { devicePage } from "@reposo/contract/devices/device-page.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { ownDevice } from "#features/devices/device-access.ts";
import { viewDevice } from "#features/devices/devices-view.ts";
import { incomeOfDevice } from "#features/revenue/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { calendarRange, zoneOf } from "#platform/time/calendar.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { stateSince } from "./device-page-rules.ts";
import { type QuarantinedRow, selectQuarantined, selectStateTimes } from "./device-page-store.ts";
import { readDeviceUse } from "./read-device-use.ts";

type Page = ReplyOf<typeof devicePage>;

/**
 * Returns the state, income, and use of one of the caller's chairs.
 * @param requestedZone the time zone of the caller's days; null: the account's own
 * @throws ProductError deviceUnknown or deviceOfOtherOutlet
 */
export async function readDevicePage(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  caller: ManagerCaller,
  requestedZone: string | null,
  deviceId: string,
): Promise<Page> {
  const device = await ownDevice(database, caller, deviceId);
  const now = clock.now();
  const zone = zoneOf(caller, requestedZone);
  const [income, times, use, quarantined] = await Promise.all([
    readIncome(database, device, now, zone),
    selectStateTimes(database, device.deviceId),
    readDeviceUse(database, device, now, zone),
    selectQuarantined(database, device),
  ]);
  return {
    device: viewDevice(device),
    stateSince: stateSince(device, times)?.toISOString() ?? null,
    firmware: device.firmware,
    signal: device.signalDbm,
    income,
    ...use,
    quarantinedCount: quarantined.count,
    quarantined: quarantined.newest.map(viewCoin),
  };
}

async function readIncome(
  database: Database,
  chair: { readonly deviceId: string; readonly outletId: string; readonly currency: Currency },
  now: Date,
  zone: string,
): Promise<Page["income"]> {
  const ranges = {
    today: calendarRange("today", now, zone),
    yesterday: calendarRange("yesterday", now, zone),
    thisMonth: calendarRange("thisMonth", now, zone),
  };
  const income = await incomeOfDevice(database, chair, ranges);
  return income.map(({ currency, periods }) => ({ currency, ...periods }));
}

const viewCoin = ({ epoch, seq, reason, amountMinor, currency, occurredAt }: QuarantinedRow) => ({
  coinId: `${epoch}:${seq}`,
  reason,
  // A coin whose amount the chair did not report is stored with the amount 0.
  amount: amountMinor === 0 ? null : amountMinor,
  currency,
  insertedAt: occurredAt.toISOString(),
});
