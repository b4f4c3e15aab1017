/** Wallets and messengers whose built-in browsers swallow downloads, as they name themselves. */
const blockingApps =
  /gcash|globegcash|paymaya|\bmaya\b|tngd|touch.?n.?go|\btng\b|micromessenger|alipay|aliapp|ucbs\/|; wv\)/i;

export interface BrowserTraits {
  readonly userAgent: string;
  /** Whether a link may name a file to save. */
  readonly savesFiles: boolean;
}

/** Whether a download would vanish without a word here: then a link to copy comes first, the download second. */
export function blocksDownloads({ userAgent, savesFiles }: BrowserTraits): boolean {
  if (!savesFiles || blockingApps.test(userAgent)) return true;
  // Apple's browsers say Safari; an app's built-in one leaves it out.
  return /iphone|ipad|ipod/i.test(userAgent) && !/safari\//i.test(userAgent);
}

export const downloadsBlocked = (): boolean =>
  blocksDownloads({
    userAgent: navigator.userAgent,
    savesFiles: "download" in HTMLAnchorElement.prototype,
  });
