import type { SharedTexts } from "#locales/texts.ts";

export const shared: SharedTexts = {
  appTitle: "數據中心",
  networkFailed: "網路連線失敗",
  answerInvalid: "無法讀取伺服器的回覆，請重試。",
  pathUnknown: "找不到介面路徑",
  pleaseLogIn: "請先登入",
  loggedInElsewhere: "您的帳號已在別處登入，請注意帳號安全",
  loginExpired: "登入已過期，請重新登入",
  back: "返回",
  close: "關閉",
  language: "語言",
  offline: "網路已中斷，正在自動重試。",
  offlineReason: "沒有網路，暫時無法操作。",
  loading: "載入中",
  pageFailed: "頁面載入失敗",
  pageFailedText: "請檢查網路後重試。",
  tryAgain: "重試",
  justNow: "剛剛",
};
