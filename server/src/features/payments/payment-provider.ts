import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { DisputeReport } from "./disputes/dispute-rules.ts";

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
  /**
   * The provider's ID of the transaction, by which refunds and disputes name the payment; null until the payment is made,
   * or if they name it by `providerRef`.
   */
  readonly transactionRef: string | null;
}

export interface ProviderRefund {
  /** The provider's idempotency key: repeated requests with the same key cause one refund. */
  readonly requestKey: string;
  /** The provider's ID of the payment. */
  readonly providerRef: string;
  readonly amountMinor: number;
  readonly currency: Currency;
}

/** The state of a refund. In state `refused`, the provider has rejected it and an operator has to decide. */
export interface RefundStatus {
  readonly refundRef: string;
  readonly state: "returned" | "onItsWay" | "refused";
}

/** A refund as the provider reports it, whether this product requested it or a person in the provider's console. */
export interface RefundReport extends RefundStatus {
  /** The key of our request; null for a refund that this product did not request. */
  readonly requestKey: string | null;
  /** The payment's `providerRef` or `transactionRef`; null if the provider reports neither. */
  readonly paymentRef: string | null;
  /** ID of the payment in this product; null if the provider does not return it. */
  readonly paymentId: string | null;
  readonly amountMinor: number;
  /** As in `PaymentReport`. */
  readonly currency: string;
  /** When the refund was made; null if the provider does not report it. */
  readonly at: Date | null;
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
    | { readonly kind: "refund"; readonly report: RefundReport }
    | { readonly kind: "refundHint"; readonly refundRef: string }
    | { readonly kind: "dispute"; readonly report: DisputeReport }
    | { readonly kind: "disputeHint"; readonly disputeRef: string };
}

/** Thrown if the provider rejected the request and a retry would not help. */
export class ProviderRefusedError extends Error {}

/**
 * Returns whether an HTTP status is a final rejection. A timeout (408), a conflict (409), a request that is too early
 * (425), a rate limit (429), or an error of the provider (5xx) is not final.
 */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);

/**
 * Usual minimums of online payments, for warnings only, because each provider and account has its own: about half a US
 * dollar at Stripe (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts), and 10,000 rupiah at Xendit.
 */
export const usualMinimumMinor: Readonly<Record<Currency, number>> = {
  PHP: 3_000,
  MYR: 200,
  CNY: 400,
  IDR: 1_000_000,
};

/** Thrown if the provider refuses to open a page because the amount is below its minimum. */
export class AmountTooSmallError extends ProviderRefusedError {}

/** Thrown if the provider does not know the payment or refund. */
export class NotFoundAtProviderError extends ProviderRefusedError {}

/**
 * Thrown if the provider answered a refund request with an error. Providers repeat the stored answer of an idempotency
 * key, so a later request needs another key.
 */
export class RefundAnsweredError extends Error {
  /** False if the provider may have made the refund although it answered with an error. */
  readonly isRefused: boolean;
  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.isRefused = isRefusal(status);
  }
}

/**
 * Returns whether a provider stores an error with this HTTP status as the answer of an idempotency key. It does not for
 * requests that it has not processed, e.g. because another one with the same key is in progress.
 */
export const isStoredAnswer = (status: number): boolean => isRefusal(status) || status >= 500;

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
  /** @throws NotFoundAtProviderError */
  getStatus(providerRef: string): Promise<PaymentReport>;
  /**
   * Expires a payment page that may be open. Returns the status afterwards, which is `paid` if the customer paid first.
   */
  expire(providerRef: string): Promise<PaymentReport>;
  /** @throws RefundAnsweredError if a later request needs another key; after other errors, the refund may exist */
  refund(refund: ProviderRefund): Promise<RefundStatus>;
  getRefundStatus(refundRef: string): Promise<RefundStatus>;
  /** @throws InvalidSignatureError, MalformedEventError */
  parseWebhook(body: Buffer, headers: IncomingHttpHeaders): ProviderEvent;
  /** Null for the simulated provider, which has no records of its own. */
  readonly records: ProviderRecords | null;
}

/** What a provider has recorded, including what this product did not request. The lists are paged by the provider. */
export interface ProviderRecords {
  /** @throws NotFoundAtProviderError */
  getRefund(refundRef: string): Promise<RefundReport>;
  getDispute(disputeRef: string): Promise<DisputeReport>;
  /** @param providerRef the provider's ID of the payment */
  listRefundsOf(providerRef: string): Promise<RefundReport[]>;
  /** Lists the payments that were made since then. May include earlier ones. */
  listPayments(since: Date): AsyncIterable<PaymentReport>;
  /** Lists the disputes that were opened since then; none if the provider only reports them. */
  listDisputes(since: Date): AsyncIterable<DisputeReport>;
  /** Lists the refunds that were made since then. */
  listRefunds(since: Date): AsyncIterable<RefundReport>;
}
