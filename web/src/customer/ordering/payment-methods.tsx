import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { PaymentMethod } from "@reposo/contract/page-rendering.ts";
import { usePageData } from "#shared/api/page-data.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import styles from "./payment-methods.module.css";

/** Returns the wallets and cards with which customers can pay in a currency, as configured. */
export const usePaymentMethods = (currency: Currency | undefined): readonly PaymentMethod[] => {
  const { methods } = usePageData().settings.onlinePayment;
  return currency === undefined ? [] : (methods[currency] ?? []);
};

export function PaymentMethods({ methods }: { methods: readonly PaymentMethod[] }) {
  const text = useText("customer");
  if (methods.length === 0) return null;
  return (
    <ul className={styles.methods} aria-label={text.paymentMethods}>
      {methods.map(({ name, logoUrl }) => (
        <li key={name} className={styles.method}>
          {logoUrl === null ? (
            <>
              <span className={styles.initial} aria-hidden="true">
                {name.charAt(0)}
              </span>
              {name}
            </>
          ) : (
            <img className={styles.logo} src={logoUrl} alt={name} />
          )}
        </li>
      ))}
    </ul>
  );
}
