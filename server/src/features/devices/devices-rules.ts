import { deviceIdPattern } from "@reposo/contract/fields.ts";

export type Availability =
  | { readonly kind: "available" }
  | { readonly kind: "unavailable"; readonly reason: "disabled" | "fault" | "offline" };

export interface DeviceCondition {
  readonly online: boolean;
  readonly fault: string | null;
  readonly disabledAt: Date | null;
}

/**
 * Whether a chair can be started (START-4). Use is a separate condition, because a chair in use has its own
 * code (20203) and is not abnormal.
 */
export function availabilityOf(device: DeviceCondition): Availability {
  if (device.disabledAt !== null) return { kind: "unavailable", reason: "disabled" };
  if (device.fault !== null) return { kind: "unavailable", reason: "fault" };
  if (!device.online) return { kind: "unavailable", reason: "offline" };
  return { kind: "available" };
}

/** Most chairs that lose their connection or restart reconnect within seconds. */
const brieflyMs = 60_000;

/** Whether only a recently lost connection prevents a start. */
export const isBrieflyOffline = (
  device: DeviceCondition & { readonly lastSeenAt: Date | null },
  now: Date,
): boolean => {
  const availability = availabilityOf(device);
  const isOffline = availability.kind === "unavailable" && availability.reason === "offline";
  return isOffline && device.lastSeenAt !== null && now.getTime() - device.lastSeenAt.getTime() < brieflyMs;
};

export interface DeviceUse {
  readonly liveOrder: { readonly endsAt: Date | null } | null;
  readonly unorderedRunEndsAt: Date | null;
}

/** Whether the chair is in use: by a live order, or a massage without one (coins, an expired order). */
export const isInUse = (device: { liveOrder: object | null; unorderedRunEndsAt: Date | null }): boolean =>
  device.liveOrder !== null || device.unorderedRunEndsAt !== null;

/**
 * The expected end of the chair's use; null where the chair is free, or where its massage has not started.
 */
export const usedUntil = ({ liveOrder, unorderedRunEndsAt }: DeviceUse): Date | null =>
  liveOrder === null ? unorderedRunEndsAt : liveOrder.endsAt;

/** The fault of a chair; `disabled` takes precedence over the chair's own fault code. */
export const shownFault = (device: DeviceCondition): string | null =>
  device.disabledAt === null ? device.fault : "disabled";

const deviceId = new RegExp(deviceIdPattern);
export const isDeviceId = (given: string): boolean => deviceId.test(given);

export type StatusAnswer =
  | { readonly kind: "order"; readonly orderId: string }
  | { readonly kind: "refused"; readonly resultName: "deviceOfOtherOutlet" | "deviceUnavailable" }
  | { readonly kind: "inUse" }
  | { readonly kind: "free" };

export type StatusCaller =
  | { readonly kind: "manager"; readonly outletIds: readonly string[] }
  | { readonly kind: "customer"; readonly customerId: string; readonly ticketOrderIds: readonly string[] };

export interface DeviceForStatus extends DeviceCondition {
  readonly outletId: string;
  readonly liveOrder: { readonly orderId: string; readonly customerId: string | null } | null;
  readonly unorderedRunEndsAt: Date | null;
}

/**
 * The device status of a known chair. The order of the checks is part of the contract: a running order is returned even
 * while the chair is offline.
 */
export function resolveStatus(caller: StatusCaller, device: DeviceForStatus): StatusAnswer {
  if (caller.kind === "manager" && !caller.outletIds.includes(device.outletId))
    return { kind: "refused", resultName: "deviceOfOtherOutlet" };
  const { liveOrder } = device;
  if (liveOrder !== null && mayView(caller, liveOrder)) return { kind: "order", orderId: liveOrder.orderId };
  if (availabilityOf(device).kind === "unavailable")
    return { kind: "refused", resultName: "deviceUnavailable" };
  return isInUse(device) ? { kind: "inUse" } : { kind: "free" };
}

function mayView(caller: StatusCaller, order: { orderId: string; customerId: string | null }): boolean {
  if (caller.kind === "manager") return true;
  return order.customerId === caller.customerId || caller.ticketOrderIds.includes(order.orderId);
}
