import type { Currency } from "@reposo/contract/fields.ts";

export interface PaymentToBegin {
  readonly paymentId: string;
  readonly orderNumber: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** Where the payer's browser comes back to, whatever the outcome. */
  readonly returnUrl: string;
  readonly expiresAt: Date;
}

export interface BegunPayment {
  readonly providerRef: string;
  readonly redirectUrl: string | null;
  readonly qrText: string | null;
}

export interface PaymentToReturn {
  /** The provider's idempotency key: the same refund asked for again is one refund. */
  readonly refundId: string;
  readonly providerRef: string;
  readonly amountMinor: number;
  readonly currency: Currency;
}

/** A company that moves money. Called outside transactions only; every call is safe to repeat. */
export interface PaymentProvider {
  readonly name: string;
  takes(currency: Currency): boolean;
  begin(payment: PaymentToBegin): Promise<BegunPayment>;
  giveBack(refund: PaymentToReturn): Promise<"returned" | "onItsWay">;
}
