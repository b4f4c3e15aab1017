import type { IncomingHttpHeaders } from "node:http";
import type { Currency } from "@reposo/contract/fields.ts";

export interface NewPaymentPage {
  /** Our id of the payment at the provider. A repeated call returns the same page or opens another page. */
  readonly paymentId: string;
  readonly orderNumber: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** Where the payer's browser returns to, whatever the outcome. */
  readonly returnUrl: string;
  readonly expiresAt: Date;
}

export interface PaymentPage {
  readonly providerRef: string;
  readonly redirectUrl: string | null;
  readonly qrText: string | null;
}

/** A payment as the provider reports it. `closed`: it was not paid and can no longer be paid. */
export interface PaymentReport {
  readonly providerRef: string;
  /** Our id, as passed when the page was opened; null where the provider returns none. */
  readonly paymentId: string | null;
  readonly state: "open" | "paid" | "closed";
  readonly amountMinor: number;
  /** ISO 4217, upper case; not limited to the supported currencies, since the provider reports it. */
  readonly currency: string;
}

export interface ProviderRefund {
  /** The provider's idempotency key: a repeated request is one refund. */
  readonly refundId: string;
  readonly providerRef: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** The key may have expired since the first request: an existing refund is searched for before another is requested. */
  readonly keyMayHaveExpired: boolean;
}

/** `refused`: the provider has rejected the refund; an operator has to decide. */
export interface RefundReport {
  readonly refundRef: string;
  readonly state: "returned" | "onItsWay" | "refused";
}

export interface ProviderEvent {
  /** The provider's id of the event; repeated deliveries have the same id. */
  readonly eventId: string;
  /** Null for events that are not processed. */
  readonly content:
    | null
    /** The complete status, in a signed body. */
    | { readonly kind: "payment"; readonly report: PaymentReport }
    /** The status has to be fetched from the provider. */
    | { readonly kind: "paymentHint"; readonly providerRef: string }
    | { readonly kind: "refund"; readonly refundRef: string };
}

/** The provider rejected the request, and a retry would not help. */
export class ProviderRefusedError extends Error {}

/** Whether an HTTP status is a final rejection: not a conflict, a rate limit, or an error of the provider. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);

/** The webhook was not sent by the provider, or was altered in transit. */
export class InvalidSignatureError extends Error {}

/** A webhook of the provider that is not JSON or lacks required fields. */
export class MalformedEventError extends Error {}

/** A payment provider. Called outside transactions only. Every call may be repeated. */
export interface PaymentProvider {
  readonly name: string;
  supports(currency: Currency): boolean;
  /** @throws ProviderRefusedError where no page can be opened; other errors may be temporary */
  openPage(payment: NewPaymentPage): Promise<PaymentPage>;
  getStatus(providerRef: string): Promise<PaymentReport>;
  /** Expires a payment page that may be open. Returns the status afterwards: it may have been paid meanwhile. */
  expire(providerRef: string): Promise<PaymentReport>;
  refund(refund: ProviderRefund): Promise<RefundReport>;
  getRefundStatus(refundRef: string): Promise<RefundReport>;
  /** @throws InvalidSignatureError, MalformedEventError */
  parseWebhook(body: Buffer, headers: IncomingHttpHeaders): ProviderEvent;
}
