import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import {
  type OrderAttempt,
  type PaidChoice,
  paidFields,
  PaymentButtons,
  PaymentCoupon,
  paymentHref,
  PaymentPrices,
  type PriceLine,
  refetchIfPriceChanged,
  useOrderAttempt,
  usePayment,
} from "#customer/ordering/index.ts";
import { ownOrdersQuery } from "#customer/orders/index.ts";
import { callApi } from "#shared/api/api-client.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { orderQuery } from "#shared/api/order-query.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { leaveTo, relaunch, relaunchToError, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { ensureGuest } from "#shared/session/guest.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import type { PublicDevice } from "./chair-queries.ts";
import { ChairUnavailable } from "./chair-unavailable.tsx";

/** Result codes with which the server refuses the chair itself, so that the customer should try another chair. */
const chairRefusals: readonly (number | null)[] = [
  resultCodes.deviceUnavailable,
  resultCodes.deviceOutOfService,
  resultCodes.deviceInUse,
  resultCodes.deviceUnknown,
  resultCodes.deviceOfOtherOutlet,
];

interface Props {
  readonly device: PublicDevice;
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
    order: useStart(device, onPricesChanged),
    cashText: text.takeCash,
    failedText: text.startFailed,
    ...useChoiceInAddress(),
  });
  // The coupon sheet stays open if the code is refused, because the customer can correct it. If the chair is refused,
  // the sheet closes, and the page shows a link with which the customer can scan another chair.
  const isRefused = chairRefusals.includes(payment.refusalCode);
  const isCouponOpen = payment.coupon.isOpen && !isRefused;
  const isFree = device.state === "free" && payment.price !== undefined;
  return (
    <Screen
      bar={bar}
      foot={isFree ? <PaymentButtons payment={payment} isCouponOpen={isCouponOpen} /> : undefined}
    >
      {heading}
      {isFree ? (
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
      <PaymentCoupon payment={payment} open={isCouponOpen && isFree} />
    </Screen>
  );
}

/**
 * Returns the choice in the page's address, which a reload and the link of an order's page keep, for example after a
 * declined payment.
 */
function useChoiceInAddress() {
  const query = useAddressQuery();
  return {
    preferred: { gear: Number(query.get("gear")), minutes: Number(query.get("minutes")) },
    onChoose: ({ gear, minutes }: PriceLine) =>
      relaunch(
        hrefOf("chair", { ...Object.fromEntries(query), gear: String(gear), minutes: String(minutes) }),
      ),
  };
}

function useStart({ deviceId, contact }: PublicDevice, refetchPrices: () => Promise<void>): OrderAttempt {
  const client = useQueryClient();
  const order = useCallback(
    async (choice: PaidChoice, idempotencyKey: string): Promise<() => void> => {
      await ensureGuest(deviceId);
      const fields = { deviceId, ...paidFields(choice) };
      try {
        const placed = await callApi("activate", fields, { idempotencyKey, quiet: true });
        const { orderId, payment, order } = placed;
        // The countdown shows the placed order without fetching it.
        client.setQueryData(orderQuery(orderId).queryKey, order);
        void client.invalidateQueries(ownOrdersQuery());
        return () => {
          // The countdown replaces this page in the browser's history, so that Back from the payment page leads to the
          // new order.
          relaunch(hrefOf("countdown", { orderId }));
          const href = paymentHref(payment?.redirectUrl, window.location.origin);
          if (href !== null) leaveTo(href);
        };
      } catch (error) {
        if (refusalCode(error) === resultCodes.priceListMissing)
          return () => relaunchToError("priceList", { contact });
        await refetchIfPriceChanged(error, refetchPrices);
        throw error;
      }
    },
    [client, deviceId, contact, refetchPrices],
  );
  return useOrderAttempt(order, { leaves: true });
}
