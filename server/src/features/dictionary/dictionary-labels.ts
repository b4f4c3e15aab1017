import { type dictionary, type DictionaryName, dictionaryNames } from "@reposo/contract/text/dictionary.ts";
import type { FeedbackProblem } from "@reposo/contract/feedback/feedback.ts";
import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { createHash } from "node:crypto";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type {
  CouponProperty,
  OrderStatus,
  OrderType,
  PayType,
} from "@reposo/contract/orders/order-values.ts";

type DeviceStatus = "idle" | "inUse" | "offline" | "fault" | "disabled";

/** Requires a label for every value, so that a missing label is a type error. */
interface Labels extends Record<DictionaryName, Record<string, string>> {
  readonly orderStatus: Record<OrderStatus, string>;
  readonly payType: Record<PayType, string>;
  readonly orderType: Record<OrderType, string>;
  readonly couponProperty: Record<CouponProperty, string>;
  readonly deviceStatus: Record<DeviceStatus, string>;
  readonly feedbackProblem: Record<FeedbackProblem, string>;
}

export const labels: Record<Language, Labels> = {
  en_US: {
    orderStatus: {
      unpaid: "Unpaid",
      paid: "Paid",
      starting: "Starting",
      running: "Running",
      completed: "Completed",
      cancelled: "Canceled",
      failed: "Failed",
      refunded: "Refunded",
    },
    payType: {
      online: "Online payment",
      cash: "Cash at the counter",
      coin: "Coins",
      cashCoupon: "Cash coupon",
      coupon: "Coupon",
      transfer: "From another chair",
    },
    orderType: {
      online: "Online order",
      cashCoupon: "Cash coupon order",
      coin: "Coin order",
      counter: "Counter order",
      coupon: "Coupon order",
      transfer: "Chair change order",
    },
    couponProperty: {
      cash: "Cash value",
      free: "Free massage",
      minutes: "Free minutes",
      percent: "Percentage off",
      amountOff: "Amount off",
    },
    deviceStatus: {
      idle: "Idle",
      inUse: "In use",
      offline: "Offline",
      fault: "Fault",
      disabled: "Out of service",
    },
    feedbackProblem: {
      notStarted: "The chair did not start",
      stoppedEarly: "The massage stopped early",
      wrongCharge: "The charge is wrong",
      discomfort: "The massage is uncomfortable",
      dirty: "The chair is dirty or damaged",
      other: "Other",
    },
  },
  zh_CN: {
    orderStatus: {
      unpaid: "未支付",
      paid: "已支付",
      starting: "启动中",
      running: "进行中",
      completed: "已完成",
      cancelled: "已取消",
      failed: "失败",
      refunded: "已退款",
    },
    payType: {
      online: "线上支付",
      cash: "柜台现金",
      coin: "投币",
      cashCoupon: "现金券",
      coupon: "优惠券",
      transfer: "换按摩椅续用",
    },
    orderType: {
      online: "线上订单",
      cashCoupon: "现金券订单",
      coin: "投币订单",
      counter: "柜台订单",
      coupon: "优惠券订单",
      transfer: "更换按摩椅的订单",
    },
    couponProperty: {
      cash: "现金面值",
      free: "免费按摩",
      minutes: "免费时长",
      percent: "折扣",
      amountOff: "立减金额",
    },
    deviceStatus: { idle: "空闲", inUse: "使用中", offline: "离线", fault: "故障", disabled: "暂停使用" },
    feedbackProblem: {
      notStarted: "按摩椅未启动",
      stoppedEarly: "按摩提前结束",
      wrongCharge: "扣款有误",
      discomfort: "按摩不舒适",
      dirty: "按摩椅脏污或损坏",
      other: "其他",
    },
  },
  zh_TW: {
    orderStatus: {
      unpaid: "未付款",
      paid: "已付款",
      starting: "啟動中",
      running: "進行中",
      completed: "已完成",
      cancelled: "已取消",
      failed: "失敗",
      refunded: "已退款",
    },
    payType: {
      online: "線上付款",
      cash: "櫃檯現金",
      coin: "投幣",
      cashCoupon: "現金券",
      coupon: "優惠券",
      transfer: "換按摩椅續用",
    },
    orderType: {
      online: "線上訂單",
      cashCoupon: "現金券訂單",
      coin: "投幣訂單",
      counter: "櫃檯訂單",
      coupon: "優惠券訂單",
      transfer: "更換按摩椅的訂單",
    },
    couponProperty: {
      cash: "現金面額",
      free: "免費按摩",
      minutes: "免費時長",
      percent: "折扣",
      amountOff: "折抵金額",
    },
    deviceStatus: { idle: "閒置", inUse: "使用中", offline: "離線", fault: "故障", disabled: "暫停使用" },
    feedbackProblem: {
      notStarted: "按摩椅未啟動",
      stoppedEarly: "按摩提前結束",
      wrongCharge: "扣款有誤",
      discomfort: "按摩不舒適",
      dirty: "按摩椅髒污或損壞",
      other: "其他",
    },
  },
  id_ID: {
    orderStatus: {
      unpaid: "Belum dibayar",
      paid: "Sudah dibayar",
      starting: "Sedang dimulai",
      running: "Berjalan",
      completed: "Selesai",
      cancelled: "Dibatalkan",
      failed: "Gagal",
      refunded: "Dikembalikan",
    },
    payType: {
      online: "Pembayaran online",
      cash: "Tunai di kasir",
      coin: "Koin",
      cashCoupon: "Kupon tunai",
      coupon: "Kupon",
      transfer: "Dari kursi lain",
    },
    orderType: {
      online: "Pesanan online",
      cashCoupon: "Pesanan kupon tunai",
      coin: "Pesanan koin",
      counter: "Pesanan kasir",
      coupon: "Pesanan kupon",
      transfer: "Pesanan ganti kursi",
    },
    couponProperty: {
      cash: "Nilai tunai",
      free: "Pijat gratis",
      minutes: "Menit gratis",
      percent: "Potongan persen",
      amountOff: "Potongan harga",
    },
    deviceStatus: {
      idle: "Kosong",
      inUse: "Sedang dipakai",
      offline: "Offline",
      fault: "Gangguan",
      disabled: "Pemakaian dihentikan",
    },
    feedbackProblem: {
      notStarted: "Pijatan tidak dimulai",
      stoppedEarly: "Pijatan berhenti lebih awal",
      wrongCharge: "Tagihan tidak sesuai",
      discomfort: "Pijatan tidak nyaman",
      dirty: "Kursi kotor atau rusak",
      other: "Lainnya",
    },
  },
};

type Dictionary = ReplyOf<typeof dictionary>;

function build(language: Language): Dictionary {
  const entries = Object.fromEntries(
    dictionaryNames.map((name) => [
      name,
      Object.entries(labels[language][name]).map(([value, label]) => ({ value, label })),
    ]),
  ) as Dictionary["entries"];
  // The version is a hash of the labels, so that it changes when a label changes.
  const version = createHash("sha256").update(JSON.stringify(entries)).digest("base64url").slice(0, 16);
  return { version, entries };
}

const dictionaries = new Map(languages.map((language) => [language, build(language)]));

export const dictionaryIn = (language: Language): Dictionary => dictionaries.get(language) ?? build(language);
