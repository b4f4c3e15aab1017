import type { ExportsTexts } from "#locales/texts.ts";

export const exports: ExportsTexts = {
  export: "Ekspor",
  lead: "Ekspor semua baris tampilan ini sesuai filternya.",
  downloadCsv: "Unduh CSV",
  downloadXlsx: "Unduh Excel (XLSX)",
  linkInstead: "Dapatkan tautan",
  linkLead: "Sebagian aplikasi memblokir unduhan. Salin tautan, lalu buka di browser ponsel Anda.",
  linkCsv: "Tautan CSV",
  linkXlsx: "Tautan Excel (XLSX)",
  downloadInstead: "Unduh di sini",
  preparing: "Menyiapkan berkas…",
  rowsOf: "{done} dari {total} baris",
  received: "{size} MB diterima",
  cancel: "Batal",
  saved: "Disimpan sebagai {name}",
  savedHint:
    "Periksa unduhan di ponsel Anda. Jika berkas tidak ada, aplikasi ini memblokir unduhan: dapatkan tautan.",
  failed: "Ekspor gagal",
  cut: "Unduhan terputus. Tidak ada yang disimpan.",
  tryAgain: "Coba lagi",
  link: "Tautan ke berkas",
  copyLink: "Salin tautan",
  copied: "Tersalin",
  copyByHand: "Tautan sudah dipilih. Tekan lama untuk menyalin.",
  linkUntil: "Berlaku sampai {time}. Siapa pun yang memegang tautan dapat membuka berkas.",
  done: "Selesai",
};
