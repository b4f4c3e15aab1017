import type { ScanningTexts } from "#locales/texts.ts";

export const scanning: ScanningTexts = {
  quickStart: "Mulai cepat",
  quickStartLead: "Pindai kode pada kursi, atau ketik nomornya.",
  openCamera: "Pindai dengan kamera",
  closeCamera: "Matikan kamera",
  pickPhoto: "Pakai foto kodenya",
  deviceId: "ID perangkat",
  deviceIdHint: "Tertera pada label kursi.",
  deviceIdMissing: "Silakan masukkan ID perangkat",
  deviceUnknown: "Perangkat tidak dikenali",
  next: "Lanjut",
  viewfinder: "Gambar kamera",
  aimAtCode: "Arahkan kode ke dalam bingkai",
  cameraStarting: "Membuka kamera",
  cameraDenied: "Kamera tidak diizinkan di halaman ini. Izinkan di pengaturan browser, atau ketik nomornya.",
  cameraNone: "Perangkat ini tidak punya kamera. Pakai foto, atau ketik nomornya.",
  cameraBusy: "Kamera sedang dipakai aplikasi lain. Tutup lalu coba lagi, atau ketik nomornya.",
  cameraInsecure: "Kamera hanya berfungsi di halaman https. Pakai foto, atau ketik nomornya.",
  cameraFailed: "Kamera gagal dibuka. Pakai foto, atau ketik nomornya.",
  cameraNothing: "Kode belum ditemukan. Dekatkan, tahan stabil, cari cahaya; atau ketik nomornya.",
  readingPhoto: "Membaca foto",
};
