import type { AnsweringTexts } from "#locales/texts.ts";

// They come together, as one file.
export { feedback } from "./feedback.ts";

export const answering: AnsweringTexts = {
  state: "狀態",
  open: "待處理",
  count: "回饋：{count}",
  noneYet: "沒有待處理的回饋",
  noneYetText: "顧客對訂單的回饋會顯示在這裡。",
  nothingMatches: "沒有處於此狀態的回饋。",
  noneOfOrder: "還沒有人對此訂單提出回饋。",
  otherFeedback: "此訂單的其他回饋",
  missing: "無法顯示此回饋",
  failed: "回饋載入失敗",
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
