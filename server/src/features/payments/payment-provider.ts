import type { IncomingHttpHeaders } from "node:http";
import type { Currency } from "@reposo/contract/fields.ts";

export interface NewPaymentPage {
  /**
   * ID of the payment in this product. A repeated call with the same ID returns the same page or opens another page.
   */
  readonly paymentId: string;
  readonly orderNumber: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** The URL to which the payer's browser returns, whatever the outcome. */
  readonly returnUrl: string;
  readonly expiresAt: Date;
}

export interface PaymentPage {
  /** The provider's ID of the payment. */
  readonly providerRef: string;
  /** URL of the provider's page; null if there is none. */
  readonly redirectUrl: string | null;
  /** Content of a QR code by which the customer pays; null if there is none. */
  readonly qrText: string | null;
}

/** A payment as the provider reports it. In state `closed`, the payment was not made and can no longer be made. */
export interface PaymentReport {
  readonly providerRef: string;
  /** ID of the payment in this product, as passed to `openPage`; null if the provider does not return it. */
  readonly paymentId: string | null;
  readonly state: "open" | "paid" | "closed";
  readonly amountMinor: number;
  /**
   * ISO 4217 code in upper case, as the provider reports it; empty if it reports none. May be a currency that this
   * product does not support.
   */
  readonly currency: string;
}

export interface ProviderRefund {
  /** The provider's idempotency key: repeated requests with the same ID cause one refund. */
  readonly refundId: string;
  /** The provider's ID of the payment. */
  readonly providerRef: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  /**
   * True if the provider may have forgotten the key; an existing refund is then searched for before a new one is
   * requested.
   */
  readonly keyMayHaveExpired: boolean;
}

/**
 * A refund as the provider reports it. In state `refused`, the provider has rejected it and an operator has to decide.
 */
export interface RefundReport {
  readonly refundRef: string;
  readonly state: "returned" | "onItsWay" | "refused";
}

export interface ProviderEvent {
  /** The provider's ID of the event; repeated deliveries have the same ID. */
  readonly eventId: string;
  /** Null for events that are not processed. */
  readonly content:
    | null
    /** The webhook's signed body contains the complete status. */
    | { readonly kind: "payment"; readonly report: PaymentReport }
    /** The webhook is only a hint; the status has to be fetched from the provider. */
    | { readonly kind: "paymentHint"; readonly providerRef: string }
    | { readonly kind: "refund"; readonly refundRef: string };
}

/** Thrown if the provider rejected the request and a retry would not help. */
export class ProviderRefusedError extends Error {}

/**
 * Returns whether an HTTP status is a final rejection. A timeout (408), a conflict (409), a request that is too early
 * (425), a rate limit (429), or an error of the provider (5xx) is not final.
 */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);

/** Thrown if the webhook was not sent by the provider, or was altered in transit. */
export class InvalidSignatureError extends Error {}

/** Thrown if a provider's webhook is not JSON or lacks required fields. */
export class MalformedEventError extends Error {}

/** A payment provider. Its methods are called only outside transactions. Every call may be repeated. */
export interface PaymentProvider {
  readonly name: string;
  supports(currency: Currency): boolean;
  /** @throws ProviderRefusedError if the provider refuses to open a page; other errors may be temporary */
  openPage(payment: NewPaymentPage): Promise<PaymentPage>;
  getStatus(providerRef: string): Promise<PaymentReport>;
  /**
   * Expires a payment page that may be open. Returns the status afterwards, which is `paid` if the customer paid first.
   */
  expire(providerRef: string): Promise<PaymentReport>;
  refund(refund: ProviderRefund): Promise<RefundReport>;
  getRefundStatus(refundRef: string): Promise<RefundReport>;
  /** @throws InvalidSignatureError, MalformedEventError */
  parseWebhook(body: Buffer, headers: IncomingHttpHeaders): ProviderEvent;
}
