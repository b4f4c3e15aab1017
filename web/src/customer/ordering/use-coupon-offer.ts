import { couponPrices } from "@reposo/contract/orders/coupons.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { ensureGuest } from "#shared/session/guest.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { bestOf, type CouponOffer, offerOf } from "./coupon-offer.ts";
import { type PriceLine, sameOffer } from "./price-choice.tsx";

export type CouponKind = "coupon" | "cashCoupon";

/** Problems that the app describes in its own words, as opposed to refusals with the server's message. */
type OwnProblem = "couponForCustomers" | "payOnlineNone" | "couponNotHere";

interface CouponRequest {
  readonly deviceId: string;
  readonly prices: readonly PriceLine[];
  readonly chosen: PriceLine | null;
  readonly selected: PriceLine;
  readonly canPay: boolean;
  readonly kinds: readonly CouponKind[];
}

export function useCouponOffer(request: CouponRequest, kind: CouponKind) {
  const { deviceId, prices, chosen, selected, canPay, kinds } = request;
  const text = useText("customer");
  const [known, setKnown] = useState<{ offer: CouponOffer; of: readonly PriceLine[] } | null>(null);
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
      const coupon = await callApi(couponPrices, { deviceId, ...field }, { quiet: true });
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
