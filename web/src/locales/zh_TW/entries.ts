import type { EntriesTexts } from "#locales/texts.ts";

export const entries: EntriesTexts = {
  account: "帳號",
  accountCount: "帳號（{count}）",
  taken: "收取",
  returned: "退還",
  noCounterCash: "此期間沒有收取櫃檯現金。",
  entryCount: "共 {count} 筆",
  addsUp: "{count} 筆合計 {amount}。",
  payment: "線上付款",
  counter: "櫃檯現金",
  cashCoupon: "現金券",
  coin: "投幣",
  refund: "退款",
  orderNumber: "訂單 {number}",
  noEntryMatches: "此期間內沒有此類紀錄。",
  entriesFailed: "無法載入明細",
  moreFailed: "無法載入更多內容",
  newer: "載入這些紀錄後，數據已有變動。",
  showNewer: "重新載入",
  accountUnknown: "未知帳號",
  currency: "幣別",
};
