import type { Price, publicDevice } from "@reposo/contract/devices/devices.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Static } from "typebox";
import type { Handlers } from "#test/fake-api.ts";
import { instantAfter } from "./instants.ts";

type Device = ReplyOf<typeof publicDevice>;
type PriceLine = Static<typeof Price>;

function stateOf({ online, inUse, available }: Partial<Device>): Device["state"] {
  if (online === false) return "offline";
  if (inUse === true) return "inUse";
  return available === false ? "outOfService" : "free";
}

/** A free chair, unless fields say otherwise; the state follows from them. */
export const publicDeviceOf = (fields: Partial<Device> = {}): Device => ({
  state: stateOf(fields),
  freeChairs: [],
  deviceId: "MC1000",
  areaName: "Ayala Mall",
  online: true,
  inUse: false,
  available: true,
  endsAt: null,
  outOfService: null,
  contact: null,
  serverTime: instantAfter(0),
  ...fields,
});

export const priceOf = (minutes: number, amount: number, fields: Partial<PriceLine> = {}): PriceLine => ({
  priceId: `price-${minutes}-${amount}`,
  gear: 1,
  name: "Massage",
  minutes,
  amount,
  currency: "PHP",
  popular: false,
  ...fields,
});

/** Handlers of the calls with which a chair's page opens. */
export const chairHandlers = (
  prices: readonly PriceLine[] = [priceOf(10, 5_000)],
  device: Partial<Device> = {},
): Handlers => ({
  guestLogin: () => ({ token: "token-of-guest", expiresAt: "2026-03-09T04:00:00.000Z" }),
  deviceStatus: () => null,
  publicDevice: () => publicDeviceOf(device),
  priceGroup: () => JSON.stringify(prices),
  adverts: () => [],
});
