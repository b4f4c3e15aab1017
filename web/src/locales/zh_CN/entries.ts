import type { EntriesTexts } from "#locales/texts.ts";

export const entries: EntriesTexts = {
  account: "账号",
  accountCount: "账号（{count}）",
  taken: "收取",
  returned: "退还",
  noCounterCash: "此期间没有收取柜台现金。",
  entryCount: "共 {count} 笔",
  addsUp: "{count} 笔合计 {amount}。",
  payment: "在线支付",
  counter: "柜台现金",
  cashCoupon: "现金券",
  coin: "投币",
  refund: "退款",
  orderNumber: "订单 {number}",
  noEntryMatches: "该时间段内没有此类记录。",
  entriesFailed: "明细加载失败",
  moreFailed: "更多内容加载失败",
  newer: "加载这些记录后，数据已有变化。",
  showNewer: "重新加载",
  accountUnknown: "未知账号",
  currency: "币种",
};
