import type { AccountTexts } from "#locales/texts.ts";

export const account: AccountTexts = {
  outlets: "Gerai",
  outletCount: "Gerai Anda: {count}",
  noOutlets: "Belum ada gerai yang ditugaskan ke akun Anda.",
  showOutlets: "Tampilkan semua",
  hideOutlets: "Lipat",
  outletSearch: "Cari gerai Anda",
  noOutletFits: "Tidak ada gerai dengan nama ini.",
  notifications: "Notifikasi",
  days: "Hari dan jam pada angka",
  zoneDevice: "Ponsel ini",
  zoneAccount: "Gerai Anda",
  zoneDeviceText: "Hari dimulai pada tengah malam di tempat ponsel ini: {zone}.",
  zoneAccountText: "Hari dimulai pada tengah malam di gerai Anda, di mana pun Anda berada: {zone}.",
  zoneRefused:
    "Zona waktu ponsel ini tidak dapat dipakai untuk menghitung angka; zona gerai Anda yang dipakai.",
  initialPassword:
    "Anda memakai kata sandi awal yang berlaku hingga {date}. Silakan ganti dengan kata sandi Anda sendiri sebelum itu.",
  changePassword: "Ubah kata sandi",
  changePasswordLead: "Anda tetap masuk di sini. Semua perangkat lain akan dikeluarkan.",
  currentPassword: "Kata sandi saat ini",
  newPassword: "Kata sandi baru",
  repeatPassword: "Ulangi kata sandi baru",
  currentMissing: "Masukkan kata sandi Anda saat ini",
  currentWrong: "Kata sandi saat ini salah",
  passwordRule: "Minimal 8 karakter, maksimal sekitar 120",
  passwordsDiffer: "Kedua kata sandi baru berbeda",
  passwordChanged: "Kata sandi diubah",
};
