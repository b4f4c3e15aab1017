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
    emailFooter: "You receive this e-mail because of your notification settings: {url}",
  },
  zh_CN: {
    titles: {
      chairOffline: "按摩椅 {device} 已离线",
      outletOffline: "{outlet} 有多台按摩椅离线",
      startsFailing: "按摩椅 {device} 启动失败",
      chairFault: "按摩椅 {device} 出现故障",
      incomeLow: "按摩椅 {device} 收入偏低",
      coinsDiffer: "按摩椅 {device} 的投币计数不符",
      cashBoxFull: "按摩椅 {device} 的钱箱需要收款",
      refundWaiting: "有退款申请待处理",
      feedbackWaiting: "有反馈待回复",
      test: "通知已开启",
    },
    since: "开始时间：{time}",
    cost: "预计损失：{amount}",
    testBody: "按摩椅的告警将以这种方式发送。",
    emailFooter: "您收到此邮件是因为您的通知设置：{url}",
  },
  zh_TW: {
    titles: {
      chairOffline: "按摩椅 {device} 已離線",
      outletOffline: "{outlet} 有多台按摩椅離線",
      startsFailing: "按摩椅 {device} 啟動失敗",
      chairFault: "按摩椅 {device} 發生故障",
      incomeLow: "按摩椅 {device} 收入偏低",
      coinsDiffer: "按摩椅 {device} 的投幣計數不符",
      cashBoxFull: "按摩椅 {device} 的錢箱需要收款",
      refundWaiting: "有退款申請待處理",
      feedbackWaiting: "有回饋待回覆",
      test: "通知已開啟",
    },
    since: "開始時間：{time}",
    cost: "預估損失：{amount}",
    testBody: "按摩椅的警示將以這種方式傳送。",
    emailFooter: "您收到此郵件是因為您的通知設定：{url}",
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
    testBody: "Peringatan tentang kursi Anda akan datang seperti ini.",
    emailFooter: "Anda menerima email ini karena pengaturan notifikasi Anda: {url}",
  },
};
