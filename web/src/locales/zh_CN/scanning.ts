import type { ScanningTexts } from "#locales/texts.ts";

export const scanning: ScanningTexts = {
  quickStart: "快速启动",
  quickStartLead: "扫描椅子上的二维码，或输入设备编号。",
  openCamera: "用相机扫码",
  closeCamera: "关闭相机",
  pickPhoto: "从照片识别二维码",
  deviceId: "设备编号",
  deviceIdHint: "编号印在椅子的标签上。",
  deviceIdMissing: "请输入设备编号",
  deviceUnknown: "无法识别设备",
  next: "下一步",
  viewfinder: "相机画面",
  aimAtCode: "将二维码放入框内",
  cameraStarting: "正在打开相机",
  cameraDenied: "此页面未获准使用相机。请在浏览器设置中允许，或输入编号。",
  cameraNone: "此设备没有相机。请使用照片或输入编号。",
  cameraBusy: "相机正被其他应用占用。请关闭后重试，或输入编号。",
  cameraInsecure: "相机只能在 https 页面使用。请使用照片或输入编号。",
  cameraFailed: "相机未能打开。请使用照片或输入编号。",
  cameraNothing: "还没有识别到二维码。请靠近、拿稳、增加光线，或输入编号。",
  readingPhoto: "正在识别照片",
};
