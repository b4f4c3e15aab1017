import type { AnsweringTexts } from "#locales/texts.ts";

// They come together, as one file.
export { feedback } from "./feedback.ts";

export const answering: AnsweringTexts = {
  state: "状态",
  open: "待处理",
  count: "反馈：{count}",
  noneYet: "没有待处理的反馈",
  noneYetText: "顾客对订单的反馈会显示在这里。",
  nothingMatches: "没有处于此状态的反馈。",
  noneOfOrder: "还没有人对此订单提出反馈。",
  otherFeedback: "此订单的其他反馈",
  missing: "无法显示此反馈",
  failed: "反馈加载失败",
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
