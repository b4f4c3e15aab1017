import type { Labels } from "./dictionary-labels.ts";

export const labelsZhTw: Labels = {
  orderStatus: {
    unpaid: "未付款",
    paid: "已付款",
    starting: "啟動中",
    running: "運行中",
    completed: "已完成",
    cancelled: "已取消",
    failed: "失敗",
    refunded: "已退款",
  },
  payType: { online: "線上付款", cash: "櫃檯現金", coin: "投幣", cashCoupon: "現金券", coupon: "優惠券" },
  orderType: {
    online: "線上訂單",
    cashCoupon: "現金券訂單",
    coin: "投幣訂單",
    counter: "櫃檯訂單",
    coupon: "優惠券訂單",
  },
  couponProperty: {
    cash: "現金面額",
    free: "免費按摩",
    minutes: "免費時長",
    percent: "折扣",
    amountOff: "折抵金額",
  },
  deviceStatus: { idle: "閒置", inUse: "使用中", offline: "離線", fault: "故障", disabled: "已停用" },
  feedbackProblem: {
    notStarted: "設備未啟動",
    stoppedEarly: "按摩提前停止",
    wrongCharge: "扣款有誤",
    discomfort: "按摩不舒適",
    dirty: "設備髒污或損壞",
    other: "其他",
  },
};
