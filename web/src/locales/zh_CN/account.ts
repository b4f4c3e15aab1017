import type { AccountTexts } from "#locales/texts.ts";

export const account: AccountTexts = {
  outlets: "网点",
  outletCount: "您的网点：{count} 个",
  noOutlets: "尚未为您的账号分配网点。",
  showOutlets: "全部显示",
  hideOutlets: "收起",
  outletSearch: "搜索您的网点",
  noOutletFits: "没有符合该名称的网点。",
  days: "数据的日期和时间",
  zoneDevice: "本手机",
  zoneAccount: "网点",
  zoneDeviceText: "每天从本手机所在地的零点开始：{zone}。",
  zoneAccountText: "无论您身在何处，每天都从网点当地的零点开始：{zone}。",
  zoneRefused: "无法按本手机的时区统计，已改用网点时区。",
};
