import type { DictionaryName } from "@reposo/contract/dictionary.ts";
import type { FeedbackProblem } from "@reposo/contract/feedback.ts";
import type { Language } from "@reposo/contract/languages.ts";
import type { CouponProperty, OrderStatus, OrderType, PayType } from "@reposo/contract/orders.ts";
import { labelsEnUs } from "./labels-en-us.ts";
import { labelsIdId } from "./labels-id-id.ts";
import { labelsZhCn } from "./labels-zh-cn.ts";
import { labelsZhTw } from "./labels-zh-tw.ts";

export type DeviceStatus = "idle" | "inUse" | "offline" | "fault" | "disabled";

/** A label for every value there is: one that lacks a language does not compile. */
export interface Labels extends Record<DictionaryName, Record<string, string>> {
  readonly orderStatus: Record<OrderStatus, string>;
  readonly payType: Record<PayType, string>;
  readonly orderType: Record<OrderType, string>;
  readonly couponProperty: Record<CouponProperty, string>;
  readonly deviceStatus: Record<DeviceStatus, string>;
  readonly feedbackProblem: Record<FeedbackProblem, string>;
}

export const labels: Record<Language, Labels> = {
  en_US: labelsEnUs,
  zh_CN: labelsZhCn,
  zh_TW: labelsZhTw,
  id_ID: labelsIdId,
};
