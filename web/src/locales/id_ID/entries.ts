import type { EntriesTexts } from "#locales/texts.ts";

export const entries: EntriesTexts = {
  account: "Akun",
  accountCount: "Akun ({count})",
  taken: "Diterima",
  returned: "Dikembalikan",
  noCounterCash: "Tidak ada tunai yang diterima di kasir pada periode ini.",
  entryCount: "Pergerakan: {count}",
  addsUp: "Pergerakan: {count} · Jumlah: {amount}",
  payment: "Pembayaran online",
  counter: "Tunai di kasir",
  cashCoupon: "Kupon tunai",
  coin: "Koin",
  refund: "Pengembalian dana",
  orderNumber: "Pesanan {number}",
  noEntryMatches: "Tidak ada pergerakan jenis ini dalam periode ini.",
  entriesFailed: "Pergerakan gagal dimuat",
  moreFailed: "Berikutnya gagal dimuat",
  newer: "Angka telah berubah sejak baris ini dimuat.",
  showNewer: "Muat ulang",
  accountUnknown: "Akun tidak dikenal",
  currency: "Mata uang",
};
