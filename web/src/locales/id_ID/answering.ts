import type { AnsweringTexts } from "#locales/texts.ts";

// They come together, as one file.
export { feedback } from "./feedback.ts";

export const answering: AnsweringTexts = {
  state: "Status",
  open: "Terbuka",
  count: "Masukan: {count}",
  noneYet: "Tidak ada yang menunggu jawaban",
  noneYetText: "Apa yang dikatakan pelanggan tentang pesanannya muncul di sini.",
  nothingMatches: "Tidak ada masukan dengan status ini.",
  noneOfOrder: "Belum ada yang memberi masukan untuk pesanan ini.",
  otherFeedback: "Masukan lain untuk pesanan ini",
  missing: "Masukan ini tidak dapat ditampilkan",
  failed: "Masukan tidak dapat dimuat",
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
