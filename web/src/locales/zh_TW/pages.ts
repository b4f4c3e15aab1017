import type { PagesTexts } from "#locales/texts.ts";

export const pages: PagesTexts = {
  errorTitle: "錯誤",
  errorDevice: "設備不可用，請掃描其他設備",
  errorPriceList: "此按摩椅尚無價目表，請選擇其他按摩椅。",
  errorMoney: "未產生任何扣款。",
  errorOther: "發生問題，請重試。",
  scanAnother: "掃描其他按摩椅",
  errorContinue: "啟動按摩椅",
  toHome: "返回首頁",

  result: "結果",
  resultOk: "已成功送出",
  resultFailed: "送出失敗",
  resultFailedText: "您的回饋未能送出。",
  resultDraft: "您填寫的內容已儲存在此裝置上。",
  resultReturn: "返回回饋",
  resultFull: "此訂單的回饋次數已達上限。",
  resultReference: "回饋編號：{reference}",
  resultSee: "查看回饋與回覆",

  unknownTitle: "頁面不存在",
  unknownText: "此網址沒有頁面。",
};
