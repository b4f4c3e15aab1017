import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useRef, useState } from "react";
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

interface CouponRequest {
  readonly deviceId: string;
  readonly prices: readonly PriceLine[];
  readonly chosen: PriceLine | null;
  readonly selected: PriceLine;
  readonly canPay: boolean;
  readonly kinds: readonly CouponKind[];
}

/**
 * Returns `check`, which fetches the amounts that remain to be paid with a coupon. `offer` is null until a valid code
 * has been checked, and again after the prices have changed. `price` is the chosen or preselected line of the offer.
 */
export function useCouponOffer(request: CouponRequest, kind: CouponKind) {
  const { deviceId, prices, chosen, selected, canPay, kinds } = request;
  const text = useText("customer");
  const [known, setKnown] = useState<{ offer: CouponOffer; of: readonly PriceLine[] } | null>(null);
  /** The line that the customer chose in the sheet. */
  const [own, setOwn] = useState<PriceLine | null>(null);
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<OwnProblem | ApiFailure | null>(null);
  const failureText = useFailureText(typeof problem === "string" ? null : problem);
  const checkError = typeof problem === "string" ? text[problem] : failureText;
  // Number of the latest call. Responses to earlier calls are ignored, because the customer has since changed the code
  // or its kind.
  const latest = useRef(0);

  function clear(): void {
    latest.current += 1;
    setKnown(null);
    setOwn(null);
    setChecking(false);
    setProblem(null);
  }

  function report(error: unknown): void {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.kind === "ended" || error.kind === "aborted") return;
    // The server's message advises to enter the code as a cash coupon, which managers cannot do.
    const isForCustomers = refusalCode(error) === resultCodes.couponIsCash && !kinds.includes("cashCoupon");
    setProblem(isForCustomers ? "couponForCustomers" : error);
  }

  async function check(code: string): Promise<void> {
    clear();
    setChecking(true);
    const call = latest.current;
    try {
      await ensureGuest(deviceId);
      const field = kind === "coupon" ? { couponCode: code } : { cashCouponCode: code };
      const coupon = await callApi("couponPrices", { deviceId, ...field }, { quiet: true });
      if (call !== latest.current) return;
      const offer = offerOf(prices, coupon, canPay);
      setChecking(false);
      if (offer.lines.length > 0) setKnown({ offer, of: prices });
      else setProblem(coupon.length > 0 && !canPay ? "payOnlineNone" : "couponNotHere");
    } catch (error) {
      if (call !== latest.current) return;
      setChecking(false);
      report(error);
    }
  }

  // An offer for earlier prices is stale: the coupon's value must be fetched again.
  const offer = known !== null && known.of === prices ? known.offer : null;
  const price = offer === null ? undefined : (sameOffer(offer.lines, own) ?? bestOf(offer, chosen, selected));
  return { offer, price, choose: setOwn, check, checking, checkError, clear };
}

/**
 * Returns the price lines for which the coupon can be redeemed. If `canPay` is false, only lines that the coupon covers
 * completely.
 */
function offerOf(
  prices: readonly PriceLine[],
  coupon: readonly { readonly priceId: string; readonly payable: number }[],
  canPay: boolean,
): CouponOffer {
  const payable = new Map(coupon.map((one) => [one.priceId, one.payable]));
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
  selected: PriceLine | undefined,
): PriceLine | undefined {
  const covered = lines.filter(({ priceId }) => payable.get(priceId) === 0);
  const own = covered.find(({ priceId }) => priceId === chosen?.priceId);
  const [best] = [...covered].sort((a, b) => b.amount - a.amount || b.minutes - a.minutes);
  return own ?? best ?? lines.find(({ priceId }) => priceId === selected?.priceId) ?? lines[0];
}
