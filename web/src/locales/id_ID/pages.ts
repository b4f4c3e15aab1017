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
  resultDraft: "Yang Anda isi tersimpan di perangkat ini.",
  resultReturn: "Kembali ke masukan Anda",
  resultFull: "Pesanan ini sudah memiliki {most} masukan; tidak dapat ditambah lagi.",
  resultReference: "Nomor rujukan Anda: {reference}",
  resultSee: "Lihat masukan Anda dan jawabannya",

  unknownTitle: "Halaman tidak ditemukan",
  unknownText: "Tidak ada halaman di alamat ini.",
};
