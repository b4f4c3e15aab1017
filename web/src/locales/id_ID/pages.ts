import type { PagesTexts } from "#locales/texts.ts";

export const pages: PagesTexts = {
  errorTitle: "Kesalahan",
  errorDevice: "Perangkat tidak tersedia, silakan pindai perangkat lain",
  errorPriceList: "Kursi ini belum punya daftar harga. Silakan pilih kursi lain.",
  errorMoney: "Tidak ada yang ditagih.",
  errorOther: "Terjadi kesalahan. Silakan coba lagi.",
  scanAnother: "Pindai kursi lain",
  errorContinue: "Nyalakan kursi",
  toHome: "Kembali ke beranda",

  result: "Hasil",
  resultOk: "Berhasil dikirim",
  resultFailed: "Gagal dikirim",
  resultFailedText: "Masukan Anda belum terkirim.",
  resultDraft: "Isian Anda tersimpan di perangkat ini.",
  resultReturn: "Kembali ke masukan Anda",
  resultFull: "Anda tidak dapat mengirim masukan lagi untuk pesanan ini.",
  resultReference: "Nomor referensi Anda: {reference}",
  resultSee: "Lihat masukan Anda dan balasannya",

  unknownTitle: "Halaman tidak ditemukan",
  unknownText: "Halaman ini tidak ada.",
};
