import type { Labels } from "./dictionary-labels.ts";

export const labelsIdId: Labels = {
  orderStatus: {
    unpaid: "Belum dibayar",
    paid: "Sudah dibayar",
    starting: "Sedang dimulai",
    running: "Berjalan",
    completed: "Selesai",
    cancelled: "Dibatalkan",
    failed: "Gagal",
    refunded: "Dana dikembalikan",
  },
  payType: {
    online: "Pembayaran online",
    cash: "Tunai di kasir",
    coin: "Koin",
    cashCoupon: "Kupon tunai",
    coupon: "Kupon",
  },
  orderType: {
    online: "Pesanan online",
    cashCoupon: "Pesanan kupon tunai",
    coin: "Pesanan koin",
    counter: "Pesanan kasir",
    coupon: "Pesanan kupon",
  },
  couponProperty: {
    cash: "Nilai tunai",
    free: "Pijat gratis",
    minutes: "Menit gratis",
    percent: "Potongan persen",
    amountOff: "Potongan harga",
  },
  deviceStatus: {
    idle: "Siap",
    inUse: "Sedang dipakai",
    offline: "Offline",
    fault: "Gangguan",
    disabled: "Dinonaktifkan",
  },
  feedbackProblem: {
    notStarted: "Kursi tidak menyala",
    stoppedEarly: "Pijat berhenti lebih awal",
    wrongCharge: "Biaya tidak sesuai",
    discomfort: "Pijat tidak nyaman",
    dirty: "Kursi kotor atau rusak",
    other: "Lainnya",
  },
};
