/** Texts of the offline page, which cannot load the dictionary. */
export const offlineTexts = {
  en_US: {
    tag: "en-US",
    title: "You’re offline",
    text: "Figures are not shown without a connection, because they could be out of date. This page reloads when you’re back online.",
    reload: "Reload",
  },
  zh_CN: {
    tag: "zh-CN",
    title: "网络已断开",
    text: "离线时数据可能已过时，因此不予显示。网络恢复后，此页面会自动重新加载。",
    reload: "重新加载",
  },
  zh_TW: {
    tag: "zh-TW",
    title: "網路已中斷",
    text: "離線時資料可能已過時，因此不予顯示。網路恢復後，此頁面會自動重新載入。",
    reload: "重新載入",
  },
  id_ID: {
    tag: "id-ID",
    title: "Anda sedang offline",
    text: "Angka tidak ditampilkan tanpa koneksi karena mungkin sudah tidak terkini. Halaman ini dimuat ulang saat Anda kembali online.",
    reload: "Muat ulang",
  },
} as const;
