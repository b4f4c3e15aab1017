import { formatMoney } from "@reposo/contract/money/money.ts";
import { usePaymentHref } from "#customer/ordering/index.ts";
import { type OrderFollowed, useRefundTimes } from "#customer/orders/index.ts";
import { type ExtensionFollowed, extensionMessage, visibleExtensions } from "./extension-message.ts";
import type { ApiFailure } from "#shared/api/api-failure.ts";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { sentenceGap } from "#shared/i18n/sentence-gap.ts";
import { useSessionPermission } from "#shared/session/use-session-permission.ts";
import { useIsManager } from "#shared/session/session-kind.ts";
import { Button } from "#ui/button/button.tsx";
import styles from "./countdown.module.css";
import { Banner } from "#ui/notice/notice.tsx";

export function ExtensionMessages({ order, reload }: { order: OrderFollowed; reload: () => void }) {
  return (
    <>
      {visibleExtensions(order).map((extension) => (
        <Message
          key={extension.orderId}
          extension={extension}
          reload={reload}
          // On a small screen, the ring of a running massage fills the page, so that the message would be out of view.
          reveals={order.orderStatus === "running" && extension.orderStatus !== "running"}
        />
      ))}
    </>
  );
}

function Message({
  extension,
  reload,
  reveals,
}: {
  extension: ExtensionFollowed;
  reload: () => void;
  reveals: boolean;
}) {
  const text = useText("massage");
  const language = useLanguage();
  const online = useOnline();
  const { kind, text: name, promise, money } = extensionMessage(extension, useIsManager());
  const refundTimes = useRefundTimes();
  const mayCancel = useSessionPermission("stop");
  const { pending, call } = useIdempotentCall("stop");
  function cancel(): void {
    call({ orderId: extension.orderId }).then(reload, (error: ApiFailure) => {
      // If no response arrived, the call itself has shown a toast.
      if (!["network", "timeout", "aborted"].includes(error.kind)) showToast(error.message, "error");
      // A refusal means that the extension was paid or has expired meanwhile.
      if (error.kind === "refused") reload();
    });
  }
  const isPageDelayed = extension.payment?.pageRetryAt !== undefined;
  const href = usePaymentHref(extension.payment?.redirectUrl);
  const isPageElsewhere = extension.payment?.redirectUrl !== undefined && href === null;
  const { minutes, amount, currency, orderStatus } = extension;
  const price = (minor: number) => formatMoney(minor, currency, language);
  const sentences = [
    fill(text[name], { minutes }) + (orderStatus === "completed" && amount > 0 ? ` · ${price(amount)}` : ""),
    isPageDelayed && text.morePageDelayed,
    isPageElsewhere && text.payPageElsewhere,
    promise && text[promise],
    money && fill(text[money.text], { amount: price(money.amount) }),
    refundTimes(extension.refund),
  ];
  return (
    <Banner
      kind={isPageDelayed || isPageElsewhere ? "warn" : kind}
      reveals={reveals}
      action={
        orderStatus === "unpaid" ? (
          <div className={styles.choice}>
            {href !== null && (
              <Button disabled={!online || pending} onClick={() => window.location.assign(href)}>
                {fill(text.payNow, { amount: price(amount) })}
              </Button>
            )}
            {mayCancel === true && (
              <Button variant="plain" disabled={!online} pending={pending} onClick={cancel}>
                {text.moreCancel}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      {sentences.filter(Boolean).join(sentenceGap(language))}
    </Banner>
  );
}
