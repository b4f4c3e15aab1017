import type { AnsweringTexts } from "#locales/texts.ts";

export const answering: AnsweringTexts = {
  state: "Status",
  open: "Terbuka",
  none: "Tidak ada masukan di sini",
  more: "Tampilkan lagi",
  answer: "Jawaban Anda",
  remedy: "Yang disertakan",
  remedyNone: "Hanya penjelasan",
  remedyCoupon: "Kupon pijat gratis",
  remedyRefund: "Minta pengembalian uang",
  sendAnswer: "Kirim jawaban",
  lookAtIt: "Saya sedang meninjaunya",
  closeAs: "Tutup sebagai",
  closeExplained: "Dijelaskan",
  closeCoupon: "Kupon diberikan",
  closeRefunded: "Dikembalikan",
  orderHistory: "Riwayat pesanan",
  chairHistory: "Pesanan terakhir kursi ini",
  feedbacks: "Masukan: {count}",
};
