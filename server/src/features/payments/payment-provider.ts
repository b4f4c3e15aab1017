import type { IncomingHttpHeaders } from "node:http";
import type { Currency } from "@reposo/contract/fields.ts";

export interface PaymentToBegin {
  /** Also the provider's idempotency key: the same payment begun again is one page. */
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

/** What a provider says of a payment. `over`: it was not paid and can't be any more. */
export interface PaymentReport {
  readonly providerRef: string;
  /** Ours, as we gave it when the payment began; null where the provider names none. */
  readonly paymentId: string | null;
  readonly state: "open" | "paid" | "over";
  readonly amountMinor: number;
  /** ISO 4217, upper case; any, since it is somebody else's word. */
  readonly currency: string;
}

export interface PaymentToReturn {
  /** The provider's idempotency key: the same refund asked for again is one refund. */
  readonly refundId: string;
  readonly providerRef: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** First asked for so long ago that the key may be unknown by now: it is looked for before it is asked for again. */
  readonly mayBeForgotten: boolean;
}

/** `refused`: the provider has given up on it; a person has to look. */
export interface RefundReport {
  readonly refundRef: string;
  readonly state: "returned" | "onItsWay" | "refused";
}

/** What a webhook told. `about` is null for news of no interest here. */
export interface ProviderNews {
  /** The provider's own id of this piece of news: the same id again is the same news. */
  readonly eventId: string;
  readonly about:
    | null
    /** The whole state, in a body that the provider signed. */
    | { readonly kind: "payment"; readonly report: PaymentReport }
    /** Only a hint: the provider is asked before anything is believed. */
    | { readonly kind: "paymentHint"; readonly providerRef: string }
    | { readonly kind: "refund"; readonly refundRef: string };
}

/** The provider will not do what it was asked, and repeating the same request would not help. */
export class ProviderRefusedError extends Error {}

/** Whether an HTTP status is the provider's decision: not a conflict, a rate limit, or a fault of its own. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);

/** A webhook that did not come from the provider, or was altered on its way. */
export class ForgedNewsError extends Error {}

/** A webhook that the provider signed, and that lacks what one of its kind has to hold. */
export class MalformedNewsError extends Error {}

/** A company that moves money. Called outside transactions only; every call is safe to repeat. */
export interface PaymentProvider {
  readonly name: string;
  takes(currency: Currency): boolean;
  /** @throws ProviderRefusedError where no page will ever be opened; any other error may pass */
  begin(payment: PaymentToBegin): Promise<BegunPayment>;
  ask(providerRef: string): Promise<PaymentReport>;
  /** Ends a payment page that may still be open. Answers what stands afterwards: it may have been paid meanwhile. */
  close(providerRef: string): Promise<PaymentReport>;
  giveBack(refund: PaymentToReturn): Promise<RefundReport>;
  askRefund(refundRef: string): Promise<RefundReport>;
  /** @throws ForgedNewsError */
  readNews(body: Buffer, headers: IncomingHttpHeaders): ProviderNews;
}
