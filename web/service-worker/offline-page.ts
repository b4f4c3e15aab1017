/** Colours of the offline page, copied from tokens.css, since the page loads no files. */
const light = "--ground:#f6f4ef;--ink:#1c2523;--soft:#57625e;--accent:#1b6a5e;--on-accent:#ffffff";
const dark = "--ground:#101514;--ink:#ebefed;--soft:#a3b0ab;--accent:#84cdbd;--on-accent:#06211c";

const style = `
:root,[data-theme=light]{color-scheme:light;${light}}
@media (prefers-color-scheme:dark){:root:not([data-theme]){color-scheme:dark;${dark}}}
[data-theme=dark]{color-scheme:dark;${dark}}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{display:flex;flex-direction:column;gap:1rem;max-width:480px;min-height:100vh;margin:auto;padding:2rem 1.5rem;
justify-content:center;align-items:flex-start;overflow-wrap:anywhere}
h1{font-size:1.375rem;line-height:1.25}
p{color:var(--soft)}
button{align-self:stretch;min-height:48px;padding:.5rem 1rem;border:0;border-radius:999px;background:var(--accent);
color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`;

/** Texts of the offline page. They are inline because the dictionary cannot be loaded offline. */
const offlineTexts = {
  en_US: {
    tag: "en-US",
    title: "You're offline",
    managerText:
      "Figures are not shown without a connection, because they could be out of date. This page reloads when you're back online.",
    customerText: "A massage that has started continues. This page reloads when you're back online.",
    reload: "Reload",
  },
  zh_CN: {
    tag: "zh-CN",
    title: "网络已断开",
    managerText: "离线时数据可能已过时，因此不予显示。网络恢复后，此页面会自动重新加载。",
    customerText: "已开始的按摩不受影响。网络恢复后，此页面会自动重新加载。",
    reload: "重新加载",
  },
  zh_TW: {
    tag: "zh-TW",
    title: "網路已中斷",
    managerText: "離線時數據可能已過時，因此不予顯示。網路恢復後，此頁面會自動重新載入。",
    customerText: "已開始的按摩不受影響。網路恢復後，此頁面會自動重新載入。",
    reload: "重新載入",
  },
  id_ID: {
    tag: "id-ID",
    title: "Anda sedang offline",
    managerText:
      "Data tidak ditampilkan saat offline karena mungkin bukan yang terbaru. Halaman ini dimuat ulang saat Anda kembali online.",
    customerText:
      "Pijatan yang sudah dimulai tetap berjalan. Halaman ini dimuat ulang saat Anda kembali online.",
    reload: "Muat ulang",
  },
} as const;

/** The browser may report a connection before the server is reachable, so the page also retries by itself. */
const retryMilliseconds = 5_000;

/**
 * This script runs in the page, because a service worker cannot read the language, the theme, and the kind of session
 * from local storage.
 */
const script = `
(function(){
var texts=${JSON.stringify(offlineTexts)},language="",theme="",kind="";
try{language=localStorage.getItem("reposo.locale");theme=localStorage.getItem("reposo.theme");kind=localStorage.getItem("reposo.kind")}catch(e){}
if(/^(light|dark)$/.test(theme))document.documentElement.dataset.theme=theme;
var shown=texts[language]||texts.en_US;
document.documentElement.lang=shown.tag;
document.title=shown.title;
document.querySelector("h1").textContent=shown.title;
document.querySelector("p").textContent=kind==="manager"?shown.managerText:shown.customerText;
var button=document.querySelector("button");
button.textContent=shown.reload;
function reload(){location.reload()}
button.addEventListener("click",reload);
function retry(){fetch("/api/health/live",{cache:"no-store"}).then(function(r){if(r.ok)reload()},function(){})}
addEventListener("online",retry);
setInterval(retry,${retryMilliseconds});
})()`;

const policyOf = (nonce: string) =>
  `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join("");
}

/** Returns the page for a failed navigation. It contains no orders, income, or other product data. */
export function offlineResponse(): Response {
  const nonce = createNonce();
  const { title, customerText: text, reload, tag } = offlineTexts.en_US;
  const html = [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${title}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">`,
    `<meta name="color-scheme" content="light dark"><style nonce="${nonce}">${style}</style></head>`,
    `<body><main><h1>${title}</h1><p>${text}</p><button type="button">${reload}</button></main>`,
    `<script nonce="${nonce}">${script}</script></body></html>`,
  ].join("");
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyOf(nonce),
      "cache-control": "no-store",
    },
  });
}
