import type { AccountTexts } from "#locales/texts.ts";

export const account: AccountTexts = {
  outlets: "Gerai",
  outletCount: "Gerai Anda: {count}",
  noOutlets: "Belum ada gerai yang ditugaskan ke akun Anda.",
  showOutlets: "Tampilkan semua",
  hideOutlets: "Lipat",
  outletSearch: "Cari gerai Anda",
  noOutletFits: "Tidak ada gerai dengan nama ini.",
  days: "Hari dan jam pada angka",
  zoneDevice: "Ponsel ini",
  zoneAccount: "Gerai Anda",
  zoneDeviceText: "Hari dimulai pada tengah malam di tempat ponsel ini: {zone}.",
  zoneAccountText: "Hari dimulai pada tengah malam di gerai Anda, di mana pun Anda berada: {zone}.",
  zoneRefused:
    "Zona waktu ponsel ini tidak dapat dipakai untuk menghitung angka; zona gerai Anda yang dipakai.",
};
