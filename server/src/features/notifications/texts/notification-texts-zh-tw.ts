import type { NotificationTexts } from "./notification-texts.ts";

export const textsZhTw: NotificationTexts = {
  titles: {
    chairOffline: "設備 {device} 已離線",
    outletOffline: "{outlet} 有多台設備離線",
    startsFailing: "設備 {device} 啟動失敗",
    chairFault: "設備 {device} 發生故障",
    incomeLow: "設備 {device} 收入偏低",
    coinsDiffer: "設備 {device} 的硬幣計數不一致",
    cashBoxFull: "設備 {device} 的錢箱需要收款",
    refundWaiting: "有退款申請待處理",
    feedbackWaiting: "有回饋待回覆",
    test: "通知已開啟",
  },
  since: "開始時間：{time}",
  cost: "預估損失：{amount}",
  testBody: "設備的提醒將以這種方式傳送。",
  emailFooter: "您收到此郵件是因為您的通知設定：{url}",
};
