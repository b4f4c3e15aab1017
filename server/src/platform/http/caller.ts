import type { Access, Permission } from "@reposo/contract/permissions.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";

export interface AnyoneCaller {
  readonly kind: "anyone";
}

export interface CustomerCaller {
  readonly kind: "customer";
  readonly customerId: string;
  readonly tokenHash: Buffer;
  /**
   * Set only for a guest whose customer and session are not stored, because the guest has neither placed an order nor
   * redeemed the ticket of an order.
   */
  readonly guestTokenExpiresAt?: Date;
  /**
   * IDs of orders that were placed in other browsers. This customer has access to them because this browser redeemed
   * the ticket in the return address of the payment.
   */
  readonly ticketOrderIds?: readonly string[];
}

export interface ManagerCaller {
  readonly kind: "manager";
  readonly accountId: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly country: string;
  readonly currency: Currency;
  readonly timeZone: string;
  readonly outletIds: readonly string[];
  readonly tokenHash: Buffer;
}

export type Caller = AnyoneCaller | CustomerCaller | ManagerCaller;

export const actorOf = (
  caller: Pick<CustomerCaller, "kind" | "customerId"> | Pick<ManagerCaller, "kind" | "accountId">,
): string => (caller.kind === "manager" ? `manager:${caller.accountId}` : `customer:${caller.customerId}`);

export type Authentication =
  | {
      readonly kind: "valid";
      readonly caller: CustomerCaller | ManagerCaller;
      /** When the token expires unless it is used again. */
      readonly expiresAt: Date;
    }
  | { readonly kind: "unknown" }
  /** Another login to the account ended the session. */
  | { readonly kind: "endedElsewhere" }
  | { readonly kind: "disabled" }
  | { readonly kind: "userDeleted" };

export type Authenticate = (token: string) => Promise<Authentication>;

/** The caller that `serve` passes to the handler of an operation with this access level. */
export type CallerFor<A extends Access> = A extends "anyone"
  ? Caller
  : A extends "token"
    ? CustomerCaller | ManagerCaller
    : ManagerCaller;
