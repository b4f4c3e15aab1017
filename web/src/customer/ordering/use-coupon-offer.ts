import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { ensureGuest } from "#shared/session/guest.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { type PriceLine, sameOffer } from "./price-choice.tsx";

export type CouponKind = "coupon" | "cashCoupon";

/** Problems for which the app has a text. For other problems, the message of the failed call is shown. */
type OwnProblem = "couponForCustomers" | "payOnlineNone" | "couponNotHere";

interface CouponOffer {
  readonly lines: readonly PriceLine[];
  /** Amount that remains to be paid after the coupon's discount, in minor units, by price ID. */
  readonly payable: ReadonlyMap<string, number>;
}

/** What the page knows before a coupon is entered. */
export interface CouponRequest {
  readonly deviceId: string;
  readonly prices: readonly PriceLine[];
  /** The line that the customer chose on the page; null without a choice. */
  readonly chosen: PriceLine | null;
  /** The chosen line, or without a choice, the preselected one. */
  readonly selected: PriceLine;
  /** Whether the user can pay the amount that remains after the coupon's discount. */
  readonly canPay: boolean;
  /** The kinds of coupons that the user may redeem. */
  readonly kinds: readonly CouponKind[];
}

/**
 * Returns `check`, which fetches the amounts that remain to be paid with a coupon. `offer` is null until a valid code
 * has been checked, and again after the prices have changed. `price` is the chosen or preselected line of the offer.
 */
export function useCouponOffer(request: CouponRequest, kind: CouponKind) {
  const { deviceId, prices, chosen, selected, canPay, kinds } = request;
  const text = useText("customer");
  /** The line that the customer chose among those of the offer. */
  const [chosenOfOffer, setChosenOfOffer] = useState<PriceLine | null>(null);
  // After a reset, the response to an earlier check has no effect.
  const { mutate, reset, data, error, isPending } = useMutation({
    async mutationFn(code: string) {
      await ensureGuest(deviceId);
      const field = kind === "coupon" ? { couponCode: code } : { cashCouponCode: code };
      const couponPrices = await callApi("couponPrices", { deviceId, ...field }, { quiet: true });
      return { couponPrices, offer: offerOf(prices, couponPrices, canPay), prices };
    },
    throwOnError: (failure) => !(failure instanceof ApiFailure),
  });
  const hasOffer = data !== undefined && data.offer.lines.length > 0;

  function ownProblem(): OwnProblem | null {
    // The server's message advises to enter the code as a cash coupon, which managers cannot do.
    if (refusalCode(error) === resultCodes.couponIsCash && !kinds.includes("cashCoupon"))
      return "couponForCustomers";
    if (data === undefined || hasOffer) return null;
    // A coupon that is valid here, but covers no price, needs a payment that the user cannot make.
    return data.couponPrices.length > 0 && !canPay ? "payOnlineNone" : "couponNotHere";
  }
  const problem = ownProblem();
  // The end of the session is shown elsewhere.
  const isShown = error !== null && !["ended", "aborted"].includes((error as ApiFailure).kind);
  const failureText = useFailureText(isShown ? error : null);

  function clear(): void {
    reset();
    setChosenOfOffer(null);
  }

  function check(code: string): void {
    clear();
    mutate(code);
  }

  // An offer for earlier prices is stale: the coupon's value must be fetched again.
  const offer = hasOffer && data.prices === prices ? data.offer : null;
  const price =
    offer === null ? undefined : (sameOffer(offer.lines, chosenOfOffer) ?? bestOf(offer, chosen, selected));
  return {
    offer,
    price,
    choose: setChosenOfOffer,
    check,
    checking: isPending,
    checkError: problem === null ? failureText : text[problem],
    clear,
  };
}

/**
 * Returns the price lines for which the coupon can be redeemed. If `canPay` is false, only lines that the coupon covers
 * completely.
 */
function offerOf(
  prices: readonly PriceLine[],
  couponPrices: readonly { readonly priceId: string; readonly payable: number }[],
  canPay: boolean,
): CouponOffer {
  const payable = new Map(couponPrices.map((one) => [one.priceId, one.payable]));
  const lines = prices.filter(({ priceId }) => {
    const left = payable.get(priceId);
    return left === 0 || (canPay && left !== undefined);
  });
  return { lines, payable };
}

/**
 * Returns the price line to preselect: the customer's choice if the coupon covers it completely, otherwise the most
 * expensive line that the coupon covers completely. If no line is covered completely, returns the selected line if the
 * coupon is valid for it, otherwise the first line.
 */
function bestOf(
  { lines, payable }: CouponOffer,
  chosen: PriceLine | null,
  selected: PriceLine,
): PriceLine | undefined {
  const covered = lines.filter(({ priceId }) => payable.get(priceId) === 0);
  const coveredChoice = covered.find(({ priceId }) => priceId === chosen?.priceId);
  const [dearest] = [...covered].sort((a, b) => b.amount - a.amount || b.minutes - a.minutes);
  return coveredChoice ?? dearest ?? lines.find(({ priceId }) => priceId === selected.priceId) ?? lines[0];
}
