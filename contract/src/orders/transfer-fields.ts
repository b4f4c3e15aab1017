import { type Static, Type } from "typebox";
import { Amount, DeviceId, Instant, Minutes, Nullable } from "#fields.ts";
import { maxFreeChairs } from "#devices/devices.ts";

export const TransferOffer = Nullable(
  Type.Object({
    minutes: { ...Minutes, description: "Minutes that did not run, rounded up." },
    until: { ...Instant, description: "Instant at which the offer ends, and `refund` is refunded." },
    refund: {
      ...Amount,
      description: "Amount in minor units that is refunded automatically if the minutes are not used.",
    },
    freeChairs: Type.Array(DeviceId, {
      maxItems: maxFreeChairs,
      description: "Idle chairs of the outlet with the same prices, on which the massage can continue.",
    }),
  }),
  "Offer to continue the massage on another chair, once, instead of the refund, because the chair failed; null without one.",
);
export type TransferOffer = NonNullable<Static<typeof TransferOffer>>;

export const TransferPeer = (description: string) =>
  Nullable(
    Type.Object({
      orderId: Type.String(),
      orderNumber: Type.String(),
      deviceId: DeviceId,
      orderTime: Instant,
    }),
    description,
  );
