import type { SharedTexts } from "#locales/texts.ts";

export const shared: SharedTexts = {
  appTitle: "Pusat Data",
  networkFailed: "Koneksi jaringan gagal",
  answerInvalid: "Jawaban server tidak dapat dibaca. Silakan coba lagi.",
  pathUnknown: "Jalur antarmuka tidak ditemukan",
  pleaseLogIn: "Silakan masuk terlebih dahulu",
  loggedInElsewhere: "Akun Anda masuk di tempat lain, perhatikan keamanan akun",
  loginExpired: "Sesi Anda sudah berakhir, silakan masuk lagi",
  back: "Kembali",
  close: "Tutup",
  language: "Bahasa",
  offline: "Tidak ada koneksi. Akan dicoba lagi otomatis.",
  offlineReason: "Tidak dapat dilakukan tanpa koneksi.",
  loading: "Memuat",
  pageFailed: "Halaman ini tidak dapat dimuat",
  pageFailedText: "Periksa koneksi Anda, lalu coba lagi.",
  tryAgain: "Coba lagi",
  justNow: "baru saja",
};
