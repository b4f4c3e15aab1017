import type { AnsweringTexts } from "#locales/texts.ts";

export const answering: AnsweringTexts = {
  state: "状态",
  open: "待处理",
  none: "这里没有反馈",
  more: "显示更多",
  answer: "您的回复",
  remedy: "附带处理",
  remedyNone: "仅回复文字",
  remedyCoupon: "赠送免费按摩券",
  remedyRefund: "申请退款",
  sendAnswer: "发送回复",
  lookAtIt: "我正在处理",
  closeAs: "关闭原因",
  closeExplained: "已解释",
  closeCoupon: "已赠券",
  closeRefunded: "已退款",
  orderHistory: "订单经过",
  chairHistory: "该设备最近的订单",
  feedbacks: "反馈：{count}",
};
