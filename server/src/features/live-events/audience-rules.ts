import type { Permission } from "@reposo/contract/endpoint.ts";

/** A change as it was announced; the current state is read when the event is sent. */
export interface LiveEvent {
  readonly name: "order" | "device" | "revenue" | "alerts";
  readonly outletId: string;
  readonly customerId: string | null;
  readonly subject: string;
}

export type Audience =
  | {
      readonly kind: "customer";
      readonly customerId: string;
      readonly orderIds: readonly string[];
      /** A guest whose session was not stored when the stream was opened, since it is stored with the first order. */
      readonly isUnstored?: true;
    }
  | {
      readonly kind: "manager";
      readonly outletIds: readonly string[];
      readonly permissions: readonly Permission[];
    };

const sufficientPermissions: Record<LiveEvent["name"], readonly Permission[]> = {
  order: ["home", "details"],
  device: ["home"],
  revenue: ["home"],
  alerts: ["home"],
};

/** A customer sees only own and granted orders; a manager sees what outlets and permissions allow (G-9). */
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

/** Which fields of an order are visible: coupon codes and payment references need the permission `details`. */
export type OrderAccess = "customer" | "details" | "summary";

export function orderAccessOf(audience: Audience): OrderAccess {
  if (audience.kind === "customer") return "customer";
  return audience.permissions.includes("details") ? "details" : "summary";
}

/** The keys by which the directory finds the streams of an event. */
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
