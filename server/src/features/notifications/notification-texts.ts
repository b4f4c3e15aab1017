import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Language } from "@reposo/contract/text/languages.ts";

export interface NotificationTexts {
  readonly titles: Readonly<Record<AlertKind | "test", string>>;
  readonly since: string;
  readonly cost: string;
  readonly testBody: string;
  readonly emailFooter: string;
}

export const notificationTexts: Readonly<Record<Language, NotificationTexts>> = {
  en_US: {
    titles: {
      chairOffline: "Chair {device} is offline",
      outletOffline: "Several chairs offline at {outlet}",
      startsFailing: "Chair {device} fails to start",
      chairFault: "Fault on chair {device}",
      incomeLow: "Low income on chair {device}",
      coinsDiffer: "Coin count differs on chair {device}",
      cashBoxFull: "Cash box of chair {device} is due for collection",
      refundWaiting: "A refund request is waiting",
      feedbackWaiting: "Feedback is waiting for a reply",
      test: "Notifications are working",
    },
    since: "Since {time}",
    cost: "Estimated loss: {amount}",
    testBody: "Alerts about your chairs will arrive like this.",
    emailFooter: "You're receiving this email because of your notification settings: {url}",
  },
  zh_CN: {
    titles: {
      chairOffline: "按摩椅 {device} 已离线",
      outletOffline: "{outlet} 有多台按摩椅离线",
      startsFailing: "按摩椅 {device} 启动失败",
      chairFault: "按摩椅 {device} 出现故障",
      incomeLow: "按摩椅 {device} 收入偏低",
      coinsDiffer: "按摩椅 {device} 的投币计数不符",
      cashBoxFull: "按摩椅 {device} 的钱箱待收款",
      refundWaiting: "有退款申请待处理",
      feedbackWaiting: "有反馈待回复",
      test: "通知已开启",
    },
    since: "{time} 起",
    cost: "预计损失：{amount}",
    testBody: "有按摩椅告警时，您会收到这样的通知。",
    emailFooter: "根据您的通知设置，我们向您发送了此邮件：{url}",
  },
  zh_TW: {
    titles: {
      chairOffline: "按摩椅 {device} 已離線",
      outletOffline: "{outlet} 有多台按摩椅離線",
      startsFailing: "按摩椅 {device} 啟動失敗",
      chairFault: "按摩椅 {device} 發生故障",
      incomeLow: "按摩椅 {device} 收入偏低",
      coinsDiffer: "按摩椅 {device} 的投幣計數不符",
      cashBoxFull: "按摩椅 {device} 的錢箱待收款",
      refundWaiting: "有退款申請待處理",
      feedbackWaiting: "有回饋待回覆",
      test: "通知已開啟",
    },
    since: "{time} 起",
    cost: "預估損失：{amount}",
    testBody: "有按摩椅警示時，您會收到這樣的通知。",
    emailFooter: "系統依您的通知設定傳送此郵件：{url}",
  },
  id_ID: {
    titles: {
      chairOffline: "Kursi {device} offline",
      outletOffline: "Beberapa kursi offline di {outlet}",
      startsFailing: "Kursi {device} gagal memulai pijatan",
      chairFault: "Gangguan pada kursi {device}",
      incomeLow: "Pendapatan kursi {device} rendah",
      coinsDiffer: "Jumlah koin kursi {device} tidak cocok",
      cashBoxFull: "Kotak kas kursi {device} menunggu pengambilan tunai",
      refundWaiting: "Permintaan pengembalian dana menunggu",
      feedbackWaiting: "Masukan menunggu balasan",
      test: "Notifikasi berfungsi",
    },
    since: "Sejak {time}",
    cost: "Perkiraan kerugian: {amount}",
    testBody: "Peringatan tentang kursi Anda akan muncul seperti ini.",
    emailFooter: "Email ini dikirim sesuai pengaturan notifikasi Anda: {url}",
  },
};
