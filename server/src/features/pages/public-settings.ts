import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";
import type { PublicSettings } from "@reposo/contract/page-rendering.ts";
import type { Config } from "#platform/config/config.ts";
import type { OperatorLogo } from "./operator-logo.ts";

/** Returns the settings that every page contains. */
export const publicSettings = (
  config: Pick<Config, "defaultLanguage" | "qrOrigins" | "payments" | "map" | "operator">,
  publicUrl: string,
  isPayable: (currency: Currency) => boolean,
  logo: OperatorLogo | null,
): PublicSettings => ({
  defaultLanguage: config.defaultLanguage,
  acceptedOrigins: [...new Set([publicUrl, ...config.qrOrigins])],
  onlinePayment: {
    simulated: config.payments.simulated,
    currencies: currencies.filter(isPayable),
    methods: config.payments.methods,
  },
  map: config.map,
  operator: {
    name: config.operator.name,
    logoUrl: logo?.url ?? null,
    contact: config.operator.contact,
    receiptLines: config.operator.receiptLines,
  },
});
