import type { CashBox, Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { BoxRecord } from "./boxes-store.ts";
import type { CollectionRecord } from "./collections-store.ts";

export const viewBox = (box: BoxRecord): CashBox => ({
  deviceId: box.deviceId,
  areaId: box.outletId,
  areaName: box.outletName,
  currency: box.currency,
  cash: box.cashMinor,
  lastCollectedAt: box.lastCollectedAt?.toISOString() ?? null,
  lastCollectedBy: box.lastCollectedBy,
});

export const viewCollection = (record: CollectionRecord): Collection => ({
  collectionId: record.collectionId,
  kind: record.kind,
  deviceId: record.deviceId,
  areaId: record.outletId,
  areaName: record.outletName,
  currency: record.currency,
  counted: record.countedMinor,
  expected: record.expectedMinor,
  difference: record.countedMinor - record.expectedMinor,
  note: record.note,
  hasPhoto: record.hasPhoto,
  collectedAt: record.collectedAt.toISOString(),
  collectedBy: record.collectedBy,
  recordedAt: record.recordedAt.toISOString(),
  recordedBy: record.recordedBy,
  correctsId: record.correctsId,
  correctedById: record.correctedById,
  movedFromId: record.movedFromId,
  movedToDeviceId: record.movedToDeviceId,
});
