import type { UploadRefusal } from "./media-rules.ts";
import type { Language } from "@reposo/contract/text/languages.ts";

/** Thrown if a file or its upload form is refused. `reason` selects the message for the client. */
export class UploadRefused extends Error {
  readonly reason: UploadRefusal;
  constructor(reason: UploadRefusal, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = "UploadRefused";
    this.reason = reason;
  }
}

type Messages = Readonly<Record<UploadRefusal, string>>;

const messages: Readonly<Record<Language, Messages>> = {
  en_US: {
    policy: "The upload was refused",
    form: "The upload was refused",
    type: "Only photos (JPEG, PNG, WebP, HEIC) and videos (MP4, MOV, WebM, 3GP) are supported",
    pictureTooLarge: "The photo must not be larger than 20 MB",
    videoTooLarge: "The video must not be larger than 100 MB",
    videoTooLong: "Videos can be up to 15 minutes long",
    videoUnavailable: "Videos are not supported here. Please send photos instead",
    tooManyPixels: "Photos can have up to 50 megapixels",
    broken: "The file is damaged and can't be read",
    quota: "The limit for photos and videos is reached, please try again tomorrow",
  },
  zh_CN: {
    policy: "上传被拒绝",
    form: "上传被拒绝",
    type: "只能上传图片（JPEG、PNG、WebP、HEIC）和视频（MP4、MOV、WebM、3GP）",
    pictureTooLarge: "图片不能大于 20 MB",
    videoTooLarge: "视频不能大于 100 MB",
    videoTooLong: "视频不能超过 15 分钟",
    videoUnavailable: "此处不支持视频，请改为发送图片",
    tooManyPixels: "图片不能超过 5000 万像素",
    broken: "文件已损坏，无法读取",
    quota: "图片和视频已达上限，请明天再试",
  },
  zh_TW: {
    policy: "上傳遭拒絕",
    form: "上傳遭拒絕",
    type: "只能上傳圖片（JPEG、PNG、WebP、HEIC）和影片（MP4、MOV、WebM、3GP）",
    pictureTooLarge: "圖片不能大於 20 MB",
    videoTooLarge: "影片不能大於 100 MB",
    videoTooLong: "影片不能超過 15 分鐘",
    videoUnavailable: "此處不支援影片，請改為傳送圖片",
    tooManyPixels: "圖片不能超過 5000 萬像素",
    broken: "檔案已損壞，無法讀取",
    quota: "圖片和影片已達上限，請明天再試",
  },
  id_ID: {
    policy: "Unggahan ditolak",
    form: "Unggahan ditolak",
    type: "Hanya foto (JPEG, PNG, WebP, HEIC) dan video (MP4, MOV, WebM, 3GP) yang didukung",
    pictureTooLarge: "Foto tidak boleh lebih besar dari 20 MB",
    videoTooLarge: "Video tidak boleh lebih besar dari 100 MB",
    videoTooLong: "Video tidak boleh lebih dari 15 menit",
    videoUnavailable: "Video tidak didukung di sini. Kirim foto saja",
    tooManyPixels: "Foto tidak boleh lebih dari 50 megapiksel",
    broken: "Berkas rusak dan tidak dapat dibaca",
    quota: "Batas foto dan video telah tercapai, coba lagi besok",
  },
};

export const uploadMessage = (reason: UploadRefusal, language: Language): string =>
  messages[language][reason];
