import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import type { ReactNode } from "react";
import {
  PaymentButtons,
  PaymentCoupon,
  PaymentPrices,
  type PriceLine,
  usePayment,
} from "#customer/ordering/index.ts";
import { chairRefused, useStart } from "./use-start.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { ChairUnavailable } from "./chair-unavailable.tsx";

interface Props {
  readonly device: ChairPageData["device"];
  readonly prices: readonly PriceLine[];
  readonly onPricesChanged: () => Promise<void>;
  readonly bar: ReactNode;
  readonly heading: ReactNode;
  readonly below: ReactNode;
}

export function StartPanel({ device, prices, onPricesChanged, bar, heading, below }: Props) {
  const text = useText("customer");
  const payment = usePayment({
    deviceId: device.deviceId,
    prices,
    order: useStart(device.deviceId, onPricesChanged),
    cashText: text.takeCash,
    failedText: text.startFailed,
  });
  if (payment.price === undefined) return null;

  // The sheet stays open for a refused coupon code, which the customer can correct. If the chair is refused, the sheet
  // closes, and the page shows a link to another chair.
  const isRefused = chairRefused(payment.refusal);
  const isCouponOpen = payment.coupon.isOpen && !isRefused;
  return (
    <Screen
      bar={bar}
      foot={device.available ? <PaymentButtons payment={payment} isCouponOpen={isCouponOpen} /> : undefined}
    >
      {heading}
      {device.available ? (
        <PaymentPrices
          payment={payment}
          showsMessage={!isCouponOpen}
          action={
            isRefused ? (
              <ButtonLink variant="quiet" href={hrefOf("quickStart")}>
                {text.scanAnother}
              </ButtonLink>
            ) : undefined
          }
        />
      ) : (
        <ChairUnavailable device={device} />
      )}
      {below}
      <PaymentCoupon payment={payment} open={isCouponOpen && device.available} />
    </Screen>
  );
}
