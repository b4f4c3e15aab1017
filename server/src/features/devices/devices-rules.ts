import type { Permission } from "@reposo/contract/permissions.ts";
import type { publicStates } from "@reposo/contract/devices/devices.ts";
import { deviceIdPattern } from "@reposo/contract/fields.ts";

type PublicState = (typeof publicStates)[number];

export type Availability =
  | { readonly kind: "available" }
  | { readonly kind: "unavailable"; readonly reason: "disabled" | "fault" | "offline" };

export interface DeviceCondition {
  readonly online: boolean;
  readonly fault: string | null;
  readonly disabledAt: Date | null;
}

/**
 * Returns whether a chair can be started if it is not in use (START-4). Use is a separate condition (`isInUse`),
 * because it has another result code (20203), and home does not count a chair in use as abnormal.
 */
export function availabilityOf(device: DeviceCondition): Availability {
  if (device.disabledAt !== null) return { kind: "unavailable", reason: "disabled" };
  if (device.fault !== null) return { kind: "unavailable", reason: "fault" };
  if (!device.online) return { kind: "unavailable", reason: "offline" };
  return { kind: "available" };
}

/** A chair that was last seen within this time is briefly offline. Most chairs reconnect within seconds. */
const brieflyMs = 60_000;

/** Returns whether a chair cannot be started only because it lost its connection within the last minute. */
export const isBrieflyOffline = (
  device: DeviceCondition & { readonly lastSeenAt: Date | null },
  now: Date,
): boolean => {
  const availability = availabilityOf(device);
  const isOffline = availability.kind === "unavailable" && availability.reason === "offline";
  return isOffline && device.lastSeenAt !== null && now.getTime() - device.lastSeenAt.getTime() < brieflyMs;
};

export interface DeviceUse {
  /** `endsAt` is null until the order has started. */
  readonly liveOrder: { readonly endsAt: Date | null } | null;
  /** The expected end of a run without a live order; null if there is none. */
  readonly unorderedRunEndsAt: Date | null;
}

/**
 * Returns whether a chair is in use: by a live order, or by a run without one. Such a run is a test run, was started
 * by coins, or belongs to an order that has ended.
 */
export const isInUse = (device: { liveOrder: object | null; unorderedRunEndsAt: Date | null }): boolean =>
  device.liveOrder !== null || device.unorderedRunEndsAt !== null;

/** Returns the expected end of a chair's use; null if the chair is free, or if its live order has not started. */
export const usedUntil = ({ liveOrder, unorderedRunEndsAt }: DeviceUse): Date | null =>
  liveOrder === null ? unorderedRunEndsAt : liveOrder.endsAt;

/** Returns the fault that managers see: `disabled` takes precedence over the fault code that the chair reported. */
export const shownFault = (device: DeviceCondition): string | null =>
  device.disabledAt === null ? device.fault : "disabled";

/** Returns what a customer can expect of the chair. The order of the checks is that of `resolveStatus`. */
export function publicStateOf(
  device: DeviceCondition & Parameters<typeof isInUse>[0],
  hasPrices: boolean,
): PublicState {
  const availability = availabilityOf(device);
  if (availability.kind === "unavailable")
    return availability.reason === "offline" ? "offline" : "outOfService";
  if (isInUse(device)) return "inUse";
  return hasPrices ? "free" : "noPrices";
}

const deviceId = new RegExp(deviceIdPattern);
export const isDeviceId = (given: string): boolean => deviceId.test(given);

export type StatusAnswer =
  | { readonly kind: "order"; readonly orderId: string }
  | { readonly kind: "refused"; readonly resultName: "deviceOfOtherOutlet" | "deviceUnavailable" }
  | { readonly kind: "inUse" }
  | { readonly kind: "free" };

export type StatusCaller =
  | {
      readonly kind: "manager";
      readonly outletIds: readonly string[];
      readonly permissions: readonly Permission[];
    }
  | {
      readonly kind: "customer";
      readonly customerId: string;
      /** Orders that the customer placed in other browsers, and may view. */
      readonly ticketOrderIds?: readonly string[];
    };

export interface DeviceForStatus extends DeviceCondition {
  readonly outletId: string;
  readonly liveOrder: { readonly orderId: string; readonly customerId: string | null } | null;
  readonly unorderedRunEndsAt: Date | null;
}

/**
 * Returns the status of a chair for the caller. The order of the checks is part of the contract: the live order is
 * returned even while the chair is offline.
 */
export function resolveStatus(caller: StatusCaller, device: DeviceForStatus): StatusAnswer {
  if (caller.kind === "manager" && !caller.outletIds.includes(device.outletId))
    return { kind: "refused", resultName: "deviceOfOtherOutlet" };
  const { liveOrder } = device;
  if (liveOrder !== null && mayControl(caller, liveOrder))
    return { kind: "order", orderId: liveOrder.orderId };
  if (availabilityOf(device).kind === "unavailable")
    return { kind: "refused", resultName: "deviceUnavailable" };
  return isInUse(device) ? { kind: "inUse" } : { kind: "free" };
}

/** A manager who may neither start nor stop massages sees only that the chair is in use, like any customer. */
function mayControl(caller: StatusCaller, order: { orderId: string; customerId: string | null }): boolean {
  if (caller.kind === "manager")
    return caller.permissions.includes("start") || caller.permissions.includes("stop");
  return order.customerId === caller.customerId || (caller.ticketOrderIds ?? []).includes(order.orderId);
}
