import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";
import type { PublicSettings } from "@reposo/contract/page-rendering.ts";
import type { Config } from "#platform/config/config.ts";
import type { Logos } from "./logos.ts";

/** Returns the settings that every page contains. */
export const publicSettings = (
  config: Pick<Config, "defaultLanguage" | "qrOrigins" | "payments" | "map" | "operator">,
  publicUrl: string,
  isPayable: (currency: Currency) => boolean,
  logos: Logos,
): PublicSettings => ({
  defaultLanguage: config.defaultLanguage,
  acceptedOrigins: [...new Set([publicUrl, ...config.qrOrigins])],
  onlinePayment: {
    simulated: config.payments.simulated,
    currencies: currencies.filter(isPayable),
    methods: logos.methods,
  },
  map: config.map,
  operator: {
    name: config.operator.name,
    logoUrl: logos.operatorUrl,
    contact: config.operator.contact,
    receiptLines: config.operator.receiptLines,
  },
});
