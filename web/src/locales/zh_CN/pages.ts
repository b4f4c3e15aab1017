import type { PagesTexts } from "#locales/texts.ts";

export const pages: PagesTexts = {
  errorTitle: "错误",
  errorDevice: "设备不可用，请扫描其他设备",
  errorPriceList: "此按摩椅尚无价目表，请选择其他按摩椅。",
  errorMoney: "未产生任何扣款。",
  errorOther: "出现问题，请重试。",
  scanAnother: "扫描其他按摩椅",
  errorContinue: "启动按摩椅",
  toHome: "返回首页",

  result: "结果",
  resultOk: "提交成功",
  resultFailed: "提交失败",
  resultFailedText: "您的反馈未能提交。",
  resultDraft: "您填写的内容已保存在本机。",
  resultReturn: "返回反馈",
  resultFull: "此订单的反馈次数已达上限。",
  resultReference: "反馈编号：{reference}",
  resultSee: "查看反馈和回复",

  unknownTitle: "页面不存在",
  unknownText: "此地址没有页面。",
};
