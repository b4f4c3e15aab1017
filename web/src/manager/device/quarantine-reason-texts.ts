import type { quarantineReasons } from "@reposo/contract/device-page.ts";
import type { DeviceTexts } from "#locales/texts.ts";

/** The text that explains why a coin is on hold. */
export const quarantineReasonTexts = {
  amount: "reasonAmount",
  currency: "reasonCurrency",
  counter: "reasonCounter",
  rate: "reasonRate",
} as const satisfies Record<(typeof quarantineReasons)[number], keyof DeviceTexts>;
