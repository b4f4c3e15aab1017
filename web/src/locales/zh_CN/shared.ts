import type { SharedTexts } from "#locales/texts.ts";

export const shared: SharedTexts = {
  appTitle: "数据中心",
  networkFailed: "网络连接失败",
  answerInvalid: "无法读取服务器的回复，请重试。",
  pathUnknown: "找不到接口路径",
  pleaseLogIn: "请先登录",
  loggedInElsewhere: "您的账号已在别处登录，请注意账号安全",
  loginExpired: "登录已过期，请重新登录",
  back: "返回",
  close: "关闭",
  language: "语言",
  offline: "网络已断开，正在自动重试。",
  offlineReason: "没有网络，暂时无法操作。",
  loading: "加载中",
  pageFailed: "页面加载失败",
  pageFailedText: "请检查网络后重试。",
  tryAgain: "重试",
  justNow: "刚刚",
};
