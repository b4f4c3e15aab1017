import { currencies } from "@reposo/contract/money/currencies.ts";
import type { Settings } from "./settings.ts";

export type AlertSettings = Readonly<ReturnType<typeof readAlertSettings>>;

export function readAlertSettings(settings: Settings) {
  const { integer, reject } = settings;
  const offlineMinutes = integer("ALERT_OFFLINE_MINUTES", 10, 1, 1440);
  const maxOfflineMinutes = integer("ALERT_OFFLINE_LONGEST_MINUTES", 240, 1, 1440);
  if (maxOfflineMinutes < offlineMinutes)
    return reject("ALERT_OFFLINE_LONGEST_MINUTES", "must be at least ALERT_OFFLINE_MINUTES");
  return {
    /** Minimum minutes for which a chair is offline before its alert opens. */
    offlineMinutes,
    /** Upper bound of that time, which is longer for a chair that is often offline for more than `offlineMinutes`. */
    maxOfflineMinutes,
    /** Minutes for which a fault persists before its alert opens. */
    faultMinutes: integer("ALERT_FAULT_MINUTES", 10, 0, 1440),
    /** Consecutive failed starts within two hours that open an alert. Over a longer time, one more is needed. */
    failedStarts: integer("ALERT_FAILED_STARTS", 2, 1, 20),
    cashBox: {
      /** Days without a collection after which an alert opens for a cash box that contains money. */
      days: integer("ALERT_CASH_BOX_DAYS", 30, 1, 365),
      /** Amount at which an alert opens, in minor units by currency code; a currency without an entry has no limit. */
      amountMinor: readAmounts(settings),
    },
    /** Hours for which a refund request or feedback is open before an alert opens. */
    waitingHours: integer("ALERT_WAITING_HOURS", 24, 1, 720),
  };
}

/**
 * Parses a list such as `PHP:5000,IDR:1500000`, with amounts in the major unit of each currency. Returns minor units,
 * which are hundredths in every supported currency.
 */
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
