import type { ScanningTexts } from "#locales/texts.ts";

export const scanning: ScanningTexts = {
  quickStart: "快速啟動",
  quickStartLead: "掃描椅子上的 QR Code，或輸入設備編號。",
  openCamera: "用相機掃碼",
  closeCamera: "關閉相機",
  pickPhoto: "從照片辨識 QR Code",
  deviceId: "設備編號",
  deviceIdHint: "編號印在椅子的標籤上。",
  deviceIdMissing: "請輸入設備編號",
  deviceUnknown: "無法辨識設備",
  next: "下一步",
  viewfinder: "相機畫面",
  aimAtCode: "將 QR Code 放入框內",
  cameraStarting: "正在開啟相機",
  cameraDenied: "此頁面未獲准使用相機。請在瀏覽器設定中允許，或輸入編號。",
  cameraNone: "此裝置沒有相機。請使用照片或輸入編號。",
  cameraBusy: "相機正被其他應用程式占用。請關閉後重試，或輸入編號。",
  cameraInsecure: "相機只能在 https 頁面使用。請使用照片或輸入編號。",
  cameraFailed: "相機未能開啟。請使用照片或輸入編號。",
  cameraNothing: "還沒有辨識到 QR Code。請靠近、拿穩、增加光線，或輸入編號。",
  readingPhoto: "正在辨識照片",
};
