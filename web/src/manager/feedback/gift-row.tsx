import type { GiftCoupon } from "@reposo/contract/orders/gift-coupons.ts";
import { memo } from "react";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/text/badge.tsx";
import { CodeText } from "#ui/text/code-text.tsx";
import { Row } from "#ui/list/list.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { worthText } from "./gift-text.ts";

const tones = { given: "neutral", requested: "warn", approved: "neutral", refused: "bad" } as const;

export const GiftListRow = memo(function GiftListRow({
  gift,
  position,
  total,
  when,
}: {
  gift: GiftCoupon;
  position: number;
  total: number;
  when: (at: string) => string;
}) {
  const text = useText("answering");
  const language = useLanguage();
  const { feedbackId, givenBy, givenAt, areaName, orderNumber } = gift;
  return (
    <Row
      href={hrefOf("feedback", { feedbackId })}
      name={gift.giftId}
      position={position}
      total={total}
      title={worthText(gift, text, language)}
      detail={
        <>
          <span className="line">
            <GiftCode gift={gift} />
          </span>
          {givenBy !== null && <span className="line">{fill(text.givenBy, { name: givenBy })}</span>}
          <span className="line">
            <UserText>{areaName}</UserText>
          </span>
          <span className="line">{fill(text.ofOrder, { number: orderNumber })}</span>
          <span className="line">{when(givenAt)}</span>
        </>
      }
      meta={<GiftState gift={gift} />}
    />
  );
});

/** The code, or before the operator's approval the reference of the request. */
export const GiftCode = ({ gift: { couponCode, reference } }: { gift: GiftCoupon }) =>
  couponCode === null ? reference : <CodeText code={couponCode} />;

export function GiftState({ gift: { couponCode, state, redeemed } }: { gift: GiftCoupon }) {
  const text = useText("answering");
  if (couponCode !== null)
    return <Badge tone={redeemed ? "good" : "neutral"}>{redeemed ? text.redeemed : text.notRedeemed}</Badge>;
  const states = {
    given: text.giftStateGiven,
    requested: text.giftStateRequested,
    approved: text.giftStateApproved,
    refused: text.giftStateRefused,
  };
  return <Badge tone={tones[state]}>{states[state]}</Badge>;
}
