import { formatMoney } from "@reposo/contract/money/money.ts";
import { paymentHref } from "#customer/ordering/index.ts";
import type { OrderFollowed } from "#customer/orders/index.ts";
import { type ExtensionFollowed, extensionMessage, visibleExtensions } from "./extension-message.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { readSession } from "#shared/session/session-storage.ts";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";

export default function ExtensionMessages({ order }: { order: OrderFollowed }) {
  return (
    <>
      {visibleExtensions(order).map((extension) => (
        <Message
          key={extension.orderId}
          extension={extension}
          reveals={order.orderStatus === "running" && extension.orderStatus !== "running"}
        />
      ))}
    </>
  );
}

function Message({ extension, reveals }: { extension: ExtensionFollowed; reveals: boolean }) {
  const text = useText("massage");
  const language = useLanguage();
  const online = useOnline();
  const { kind, text: name, promise, money } = extensionMessage(extension, readSession()?.kind === "manager");
  const isPageDelayed = extension.payment?.pageRetryAt !== undefined;
  const href = paymentHref(extension.payment?.redirectUrl, window.location.origin);
  const { minutes, amount, currency, orderStatus } = extension;
  const price = (minor: number) => formatMoney(minor, currency, language);
  const sentences = [
    fill(text[name], { minutes }) + (orderStatus === "completed" && amount > 0 ? ` · ${price(amount)}` : ""),
    isPageDelayed && text.morePageDelayed,
    promise && text[promise],
    money && fill(text[money.text], { amount: price(money.amount) }),
  ];
  return (
    <Banner
      kind={isPageDelayed ? "warn" : kind}
      reveals={reveals}
      action={
        href === null ? undefined : (
          <Button variant="plain" disabled={!online} onClick={() => window.location.assign(href)}>
            {text.payNow}
          </Button>
        )
      }
    >
      {sentences.filter(Boolean).join(" ")}
    </Banner>
  );
}
