import type { ExportsTexts } from "#locales/texts.ts";

export const exports: ExportsTexts = {
  export: "Ekspor",
  lead: "Berkas berisi persis yang tampil di layar, semua baris.",
  downloadCsv: "Unduh CSV",
  downloadXlsx: "Unduh Excel (XLSX)",
  linkInstead: "Dapatkan tautan saja",
  linkLead: "Sebagian aplikasi memblokir unduhan. Salin tautan, lalu buka di browser ponsel Anda.",
  linkCsv: "Tautan CSV",
  linkXlsx: "Tautan Excel (XLSX)",
  downloadInstead: "Unduh di sini saja",
  preparing: "Menyiapkan berkas …",
  rowsOf: "{done} dari {total} baris",
  received: "{size} MB diterima",
  cancel: "Batal",
  saved: "Disimpan sebagai {name}",
  savedHint:
    "Berkas ada di folder unduhan ponsel. Jika tidak ada, aplikasi ini memblokir unduhan: dapatkan tautan saja.",
  failed: "Ekspor gagal",
  cut: "Berkas tidak diterima utuh, jadi tidak ada yang disimpan.",
  tryAgain: "Coba lagi",
  link: "Tautan ke berkas",
  copyLink: "Salin tautan",
  copied: "Tersalin",
  copyByHand: "Tautan sudah dipilih. Tekan lama untuk menyalin.",
  linkUntil: "Berlaku sampai {time}. Siapa pun yang memegang tautan dapat membuka berkas.",
  done: "Selesai",
};
