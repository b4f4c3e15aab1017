import { createHash } from "node:crypto";
import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { PaymentRecord } from "./payments-store.ts";

const texts: Record<
  Language,
  { title: string; what: string; pay: string; refuse: string; leave: string; over: string; back: string }
> = {
  en_US: {
    title: "Simulated payment",
    what: "No money moves here. This page stands in for a payment provider.",
    pay: "Pay",
    refuse: "Refuse",
    leave: "Leave without paying",
    over: "This payment is already completed, refused, or expired.",
    back: "Back to the order",
  },
  zh_CN: {
    title: "模拟支付",
    what: "此处不会产生任何扣款。本页代替支付公司的页面。",
    pay: "支付",
    refuse: "拒绝",
    leave: "不支付并离开",
    over: "此笔支付已完成、已被拒绝或已过期。",
    back: "返回订单",
  },
  zh_TW: {
    title: "模擬付款",
    what: "此處不會產生任何扣款。本頁代替支付公司的頁面。",
    pay: "付款",
    refuse: "拒絕",
    leave: "不付款並離開",
    over: "此筆付款已完成、已被拒絕或已過期。",
    back: "返回訂單",
  },
  id_ID: {
    title: "Pembayaran simulasi",
    what: "Tidak ada uang yang berpindah di sini. Halaman ini menggantikan perusahaan pembayaran.",
    pay: "Bayar",
    refuse: "Tolak",
    leave: "Keluar tanpa membayar",
    over: "Pembayaran ini sudah selesai, ditolak, atau kedaluwarsa.",
    back: "Kembali ke pesanan",
  },
};

const style = `
:root{color-scheme:light dark}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center;background:Canvas;color:CanvasText}
main{box-sizing:border-box;width:100%;max-width:30rem;padding:1.5rem}
h1{font-size:1.25rem;margin:0 0 .5rem}
.amount{font-size:2.5rem;font-weight:600;font-variant-numeric:tabular-nums;margin:1rem 0}
.what{border-inline-start:.25rem solid #b45309;padding-inline-start:.75rem}
button{display:block;width:100%;min-height:3rem;margin-top:.75rem;border:1px solid currentColor;border-radius:.75rem;background:none;color:inherit;font:inherit}
button.pay{background:#0f6b5c;border-color:#0f6b5c;color:#fff;font-weight:600}
button:focus-visible{outline:3px solid #2563eb;outline-offset:2px}`;

// A browser may show the page as it was when the customer left it, with the buttons of a payment that is decided.
const script = `addEventListener("pageshow",(event)=>{if(event.persisted)location.reload()})`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Content-Security-Policy of the page's style and script. */
export const simulatedPagePolicy = `style-src ${hashOf(style)}; script-src ${hashOf(script)}`;

/** Renders HTML that also works without its script, in the in-app browsers of e-wallets. */
export function renderSimulatedPage(payment: PaymentRecord, language: Language): string {
  const text = texts[language];
  const amount = formatMoney(payment.amountMinor, payment.currency, language);
  const button = (action: string, label: string) =>
    `<button class="${action}" name="action" value="${action}">${label}</button>`;
  const choices =
    payment.state === "created"
      ? button("pay", text.pay) + button("refuse", text.refuse) + button("leave", text.leave)
      : `<p role="status">${text.over}</p>${button("leave", text.back)}`;
  return `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${text.title}</title>
<style>${style}</style><script>${script}</script></head><body><main><h1>${text.title}</h1>
<p class="what">${text.what}</p><p class="amount">${amount}</p>
<form method="post">${choices}</form></main></body></html>`;
}
