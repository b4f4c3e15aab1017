import type { CashBox, Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { instantAfter } from "./instants.ts";

/** A cash box that was never collected. */
export const cashBoxOf = (fields: Partial<CashBox> = {}): CashBox => ({
  deviceId: "MC1000",
  areaId: "outlet-1",
  areaName: "Glorietta",
  currency: "PHP",
  cash: 3_000,
  lastCollectedAt: null,
  lastCollectedBy: null,
  ...fields,
});

/** A collection whose count is ₱5.00 less than expected. */
export const collectionOf = (fields: Partial<Collection> = {}): Collection => {
  const { counted = 2_500, expected = 3_000 } = fields;
  return {
    collectionId: "0199f0a0-0000-7000-8000-000000000001",
    kind: "collection",
    deviceId: "MC1000",
    areaId: "outlet-1",
    areaName: "Glorietta",
    currency: "PHP",
    counted,
    expected,
    difference: counted - expected,
    note: null,
    hasPhoto: false,
    collectedAt: instantAfter(-60),
    collectedBy: "Maria Santos",
    recordedAt: instantAfter(-60),
    recordedBy: "Maria Santos",
    correctsId: null,
    correctedById: null,
    movedFromId: null,
    movedToDeviceId: null,
    ...fields,
  };
};
