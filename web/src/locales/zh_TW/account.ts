import type { AccountTexts } from "#locales/texts.ts";

export const account: AccountTexts = {
  outlets: "據點",
  outletCount: "您的據點：{count} 個",
  noOutlets: "尚未為您的帳號指派據點。",
  showOutlets: "全部顯示",
  hideOutlets: "收起",
  outletSearch: "搜尋您的據點",
  noOutletFits: "沒有符合該名稱的據點。",
  days: "資料的日期與時間",
  zoneDevice: "本手機",
  zoneAccount: "據點",
  zoneDeviceText: "每天從本手機所在地的零點開始：{zone}。",
  zoneAccountText: "無論您身在何處，每天都從據點當地的零點開始：{zone}。",
  zoneRefused: "無法依本手機的時區統計，已改用據點時區。",
};
