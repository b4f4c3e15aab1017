import type { NotificationTexts } from "./notification-texts.ts";

export const textsZhCn: NotificationTexts = {
  titles: {
    chairOffline: "设备 {device} 已离线",
    outletOffline: "{outlet} 有多台设备离线",
    startsFailing: "设备 {device} 启动失败",
    chairFault: "设备 {device} 出现故障",
    incomeLow: "设备 {device} 收入偏低",
    coinsDiffer: "设备 {device} 的硬币计数不一致",
    cashBoxFull: "设备 {device} 的钱箱需要收款",
    refundWaiting: "有退款申请待处理",
    feedbackWaiting: "有反馈待回复",
    test: "通知已开启",
  },
  since: "开始时间：{time}",
  cost: "预计损失：{amount}",
  testBody: "有关设备的提醒将以这种方式发送。",
  emailFooter: "您收到此邮件是因为您的通知设置：{url}",
};
