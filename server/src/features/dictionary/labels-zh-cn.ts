import type { Labels } from "./dictionary-labels.ts";

export const labelsZhCn: Labels = {
  orderStatus: {
    unpaid: "未支付",
    paid: "已支付",
    starting: "启动中",
    running: "运行中",
    completed: "已完成",
    cancelled: "已取消",
    failed: "失败",
    refunded: "已退款",
  },
  payType: { online: "在线支付", cash: "柜台现金", coin: "投币", cashCoupon: "现金券", coupon: "优惠券" },
  orderType: {
    online: "在线订单",
    cashCoupon: "现金券订单",
    coin: "投币订单",
    counter: "柜台订单",
    coupon: "优惠券订单",
  },
  couponProperty: {
    cash: "现金面值",
    free: "免费按摩",
    minutes: "免费时长",
    percent: "折扣",
    amountOff: "立减金额",
  },
  deviceStatus: { idle: "空闲", inUse: "使用中", offline: "离线", fault: "故障", disabled: "已停用" },
  feedbackProblem: {
    notStarted: "设备未启动",
    stoppedEarly: "按摩提前停止",
    wrongCharge: "扣费有误",
    discomfort: "按摩不舒适",
    dirty: "设备脏污或损坏",
    other: "其他",
  },
};
