import type { Language } from "@reposo/contract/languages.ts";
import type { UploadRefusal } from "./media-rules.ts";

type Words = Readonly<Record<UploadRefusal, string>>;

const words: Readonly<Record<Language, Words>> = {
  en_US: {
    policy: "The upload was refused",
    form: "The upload was refused",
    type: "Only pictures (JPEG, PNG, WebP, HEIC) and videos (MP4, MOV, WebM, 3GP) can be sent",
    pictureTooLarge: "A picture must not be larger than 20M",
    videoTooLarge: "The video must not be larger than 100M",
    videoTooLong: "The video must not be longer than 15 minutes",
    broken: "The file is damaged and cannot be read",
    tooMany: "Too many files were uploaded, please try again later",
  },
  zh_CN: {
    policy: "上传被拒绝",
    form: "上传被拒绝",
    type: "只能上传图片（JPEG、PNG、WebP、HEIC）和视频（MP4、MOV、WebM、3GP）",
    pictureTooLarge: "图片不能大于 20M",
    videoTooLarge: "视频不能大于 100M",
    videoTooLong: "视频不能超过 15 分钟",
    broken: "文件已损坏，无法读取",
    tooMany: "上传的文件过多，请稍后再试",
  },
  zh_TW: {
    policy: "上傳遭拒絕",
    form: "上傳遭拒絕",
    type: "只能上傳圖片（JPEG、PNG、WebP、HEIC）和影片（MP4、MOV、WebM、3GP）",
    pictureTooLarge: "圖片不能大於 20M",
    videoTooLarge: "影片不能大於 100M",
    videoTooLong: "影片不能超過 15 分鐘",
    broken: "檔案已損壞，無法讀取",
    tooMany: "上傳的檔案過多，請稍後再試",
  },
  id_ID: {
    policy: "Unggahan ditolak",
    form: "Unggahan ditolak",
    type: "Hanya gambar (JPEG, PNG, WebP, HEIC) dan video (MP4, MOV, WebM, 3GP) yang dapat dikirim",
    pictureTooLarge: "Gambar tidak boleh lebih besar dari 20M",
    videoTooLarge: "Video tidak boleh lebih besar dari 100M",
    videoTooLong: "Video tidak boleh lebih dari 15 menit",
    broken: "Berkas rusak dan tidak dapat dibaca",
    tooMany: "Terlalu banyak berkas diunggah, coba lagi nanti",
  },
};

export const uploadMessage = (reason: UploadRefusal, language: Language): string => words[language][reason];
