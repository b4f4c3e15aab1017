import { currencies } from "@reposo/contract/fields.ts";
import type { Settings } from "./settings.ts";

export type AlertSettings = Readonly<ReturnType<typeof readAlertSettings>>;

export function readAlertSettings(settings: Settings) {
  const { integer, reject } = settings;
  const offlineMinutes = integer("ALERT_OFFLINE_MINUTES", 10, 1, 1440);
  const maxOfflineMinutes = integer("ALERT_OFFLINE_LONGEST_MINUTES", 240, 1, 1440);
  if (maxOfflineMinutes < offlineMinutes)
    return reject("ALERT_OFFLINE_LONGEST_MINUTES", "must be at least ALERT_OFFLINE_MINUTES");
  return {
    offlineMinutes,
    maxOfflineMinutes,
    faultMinutes: integer("ALERT_FAULT_MINUTES", 10, 0, 1440),
    failedStarts: integer("ALERT_FAILED_STARTS", 2, 1, 20),
    cashBox: {
      days: integer("ALERT_CASH_BOX_DAYS", 30, 1, 365),
      /** Limit per currency code, in minor units; a currency without an entry has no limit. */
      amountMinor: readAmounts(settings),
    },
    waitingHours: integer("ALERT_WAITING_HOURS", 24, 1, 720),
  };
}

/** Parses a list such as `PHP:5000,IDR:1500000`, with amounts in the major unit of each currency. */
function readAmounts({ text, reject }: Settings): Record<string, number> {
  const amounts: Record<string, number> = {};
  for (const entry of (text("ALERT_CASH_BOX_AMOUNTS") ?? "").split(/[\s,]+/).filter(Boolean)) {
    const [, currency, amount] = /^([A-Z]{3}):(\d{1,9})$/.exec(entry) ?? [];
    if (
      currency === undefined ||
      !(currencies as readonly string[]).includes(currency) ||
      Number(amount) === 0
    )
      return reject(
        "ALERT_CASH_BOX_AMOUNTS",
        `must be a list such as PHP:5000,IDR:1500000 with the currencies ${currencies.join(", ")}`,
      );
    if (amounts[currency] !== undefined)
      return reject("ALERT_CASH_BOX_AMOUNTS", `contains ${currency} more than once`);
    amounts[currency] = Number(amount) * 100;
  }
  return amounts;
}
