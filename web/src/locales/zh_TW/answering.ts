import type { AnsweringTexts } from "#locales/texts.ts";

export const answering: AnsweringTexts = {
  state: "狀態",
  open: "待處理",
  none: "這裡沒有回饋",
  more: "顯示更多",
  answer: "您的回覆",
  remedy: "附帶處理",
  remedyNone: "僅回覆文字",
  remedyCoupon: "贈送免費按摩券",
  remedyRefund: "申請退款",
  sendAnswer: "送出回覆",
  lookAtIt: "我正在處理",
  closeAs: "關閉原因",
  closeExplained: "已解釋",
  closeCoupon: "已贈券",
  closeRefunded: "已退款",
  orderHistory: "訂單經過",
  chairHistory: "此設備最近的訂單",
  feedbacks: "回饋：{count}",
};
