import type { Permission } from "@reposo/contract/permissions.ts";

/** A stored change. The server reads the subject's current state when it sends the event. */
export interface LiveEvent {
  readonly name: "order" | "device" | "outlet" | "revenue" | "alerts";
  readonly outletId: string;
  /** The customer of the order, or the sender of the feedback that has changed; null: no customer. */
  readonly customerId: string | null;
  /** ID of the changed order, device, or outlet. */
  readonly subject: string;
}

/** The rights of the caller who opened a stream. */
export type Audience =
  | {
      readonly kind: "customer";
      readonly customerId: string;
      /** IDs of the orders for which the customer has redeemed a ticket. */
      readonly orderIds: readonly string[];
      /**
       * Expiry of the token of a guest whose session was not yet stored when the stream was opened. The first order
       * stores the session.
       */
      readonly guestTokenExpiresAt?: Date;
    }
  | {
      readonly kind: "manager";
      readonly outletIds: readonly string[];
      readonly permissions: readonly Permission[];
    };

const sufficientPermissions: Record<LiveEvent["name"], readonly Permission[]> = {
  order: ["home", "details", "start", "stop"],
  device: ["home"],
  outlet: ["home"],
  revenue: ["home"],
  alerts: ["home"],
};

/**
 * Returns whether a stream may receive an event (G-9). Customers receive only events of their own orders and of
 * orders for which they have redeemed a ticket; managers need the outlet and one of the `sufficientPermissions`.
 */
export function mayReceive(audience: Audience, event: LiveEvent): boolean {
  if (audience.kind === "customer")
    return (
      event.name === "order" &&
      (event.customerId === audience.customerId || audience.orderIds.includes(event.subject))
    );
  return (
    audience.outletIds.includes(event.outletId) &&
    sufficientPermissions[event.name].some((permission) => audience.permissions.includes(permission))
  );
}

/**
 * Determines which fields of an order are visible. Of managers, only those with the permission `details` see coupon
 * codes and payment references.
 */
export type OrderAccess = "customer" | "details" | "summary";

export function orderAccessOf(
  reader:
    | { readonly kind: "customer" }
    | { readonly kind: "manager"; readonly permissions: readonly Permission[] },
): OrderAccess {
  if (reader.kind === "customer") return "customer";
  return reader.permissions.includes("details") ? "details" : "summary";
}

/**
 * Returns the keys under which the stream directory stores a stream. `eventKeys` returns the keys of the streams
 * that may receive an event.
 */
export function audienceKeys(audience: Audience): string[] {
  return audience.kind === "customer"
    ? [`customer ${audience.customerId}`, ...audience.orderIds.map((orderId) => `order ${orderId}`)]
    : audience.outletIds.map((outletId) => `outlet ${outletId}`);
}

export function eventKeys(event: LiveEvent): string[] {
  const keys = [`outlet ${event.outletId}`];
  if (event.name !== "order") return keys;
  keys.push(`order ${event.subject}`);
  if (event.customerId !== null) keys.push(`customer ${event.customerId}`);
  return keys;
}
