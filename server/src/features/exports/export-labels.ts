import type { CollectionKind } from "@reposo/contract/cash-boxes.ts";
import type { Language } from "@reposo/contract/languages.ts";
import type { EndReason } from "@reposo/contract/orders.ts";
import type { entrySources } from "@reposo/contract/revenue.ts";
import { exportLabelsEnUs } from "./export-labels-en-us.ts";
import { exportLabelsIdId } from "./export-labels-id-id.ts";
import { exportLabelsZhCn } from "./export-labels-zh-cn.ts";
import { exportLabelsZhTw } from "./export-labels-zh-tw.ts";

/** What the dictionary does not name: headings, names of files, and words that only files and screens need. */
export interface ExportLabels {
  /** Names of sheets, which hold 31 characters, and of files. */
  readonly tables: Readonly<Record<Sheet, string>>;
  readonly headings: Readonly<Record<Heading, string>>;
  readonly accountUnknown: string;
  readonly endReasons: Readonly<Record<EndReason, string>>;
  readonly channels: Readonly<Record<"online" | "cash", string>>;
  readonly collectionKinds: Readonly<Record<CollectionKind, string>>;
  readonly sources: Readonly<Record<(typeof entrySources)[number], string>>;
}

type Sheet =
  | "orders"
  | "outlets"
  | "devices"
  | "entries"
  | "accounts"
  | "collections"
  | "deviceDifferences"
  | "outletDifferences"
  | "collectorDifferences";

export type Heading =
  | "orderNumber"
  | "orderId"
  | "parentOrderId"
  | "orderTime"
  | "outlet"
  | "areaId"
  | "device"
  | "orderType"
  | "payType"
  | "orderStatus"
  | "gear"
  | "minutes"
  | "amount"
  | "refunded"
  | "currency"
  | "couponProperty"
  | "cashCouponCode"
  | "couponCode"
  | "started"
  | "ended"
  | "endReason"
  | "online"
  | "cash"
  | "total"
  | "orders"
  | "devices"
  | "averagePerDevice"
  | "ordersPerDevice"
  | "time"
  | "channel"
  | "source"
  | "entryId"
  | "lateEntry"
  | "account"
  | "loginName"
  | "taken"
  | "returned"
  | "collections"
  | "expected"
  | "counted"
  | "difference"
  | "collected"
  | "collector"
  | "collectionKind"
  | "replaced"
  | "note"
  | "recorded"
  | "recordedBy"
  | "collectionId"
  | "correctsId";

export const exportLabels: Record<Language, ExportLabels> = {
  en_US: exportLabelsEnUs,
  zh_CN: exportLabelsZhCn,
  zh_TW: exportLabelsZhTw,
  id_ID: exportLabelsIdId,
};
