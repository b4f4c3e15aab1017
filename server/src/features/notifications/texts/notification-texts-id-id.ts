import type { NotificationTexts } from "./notification-texts.ts";

export const textsIdId: NotificationTexts = {
  titles: {
    chairOffline: "Kursi {device} offline",
    outletOffline: "Beberapa kursi offline di {outlet}",
    startsFailing: "Kursi {device} gagal mulai",
    chairFault: "Gangguan pada kursi {device}",
    incomeLow: "Pendapatan kursi {device} rendah",
    coinsDiffer: "Jumlah koin kursi {device} berbeda",
    cashBoxFull: "Kotak uang kursi {device} perlu diambil",
    refundWaiting: "Permintaan pengembalian dana menunggu",
    feedbackWaiting: "Masukan menunggu balasan",
    test: "Notifikasi berfungsi",
  },
  since: "Sejak {time}",
  cost: "Perkiraan kerugian: {amount}",
  testBody: "Peringatan tentang kursi Anda akan datang seperti ini.",
  emailFooter: "Anda menerima email ini karena pengaturan notifikasi Anda: {url}",
};
