import type { GiftCoupon } from "@reposo/contract/gift-coupons.ts";
import { memo } from "react";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { Row } from "#ui/list/list.tsx";
import { UserText } from "#ui/user-text/user-text.tsx";
import styles from "./feedback-rows.module.css";
import { worthText } from "./gift-text.ts";

interface Shared {
  readonly when: (at: string) => string;
}

/** One page of the coupons that were given or requested; each row opens its feedback. */
export function GiftRows({
  items,
  start,
  total,
  when,
}: Shared & { items: readonly GiftCoupon[]; start: number; total: number }) {
  return items.map((gift, index) => (
    <OneRow key={gift.giftId} gift={gift} at={start + index + 1} of={total} when={when} />
  ));
}

const tones = { given: "neutral", requested: "warn", approved: "neutral", refused: "bad" } as const;

const OneRow = memo(function OneRow({
  gift,
  at,
  of,
  when,
}: Shared & { gift: GiftCoupon; at: number; of: number }) {
  const text = useText("answering");
  const { empty } = useText("manager");
  const language = useLanguage();
  const { feedbackId, couponCode, state, redeemed, givenBy, givenAt, areaName, orderNumber } = gift;
  const states = {
    given: text.giftStateGiven,
    requested: text.giftStateRequested,
    approved: text.giftStateApproved,
    refused: text.giftStateRefused,
  };
  return (
    <Row
      href={hrefOf("feedback", { feedbackId })}
      name={gift.giftId}
      place={{ at, of: Math.max(of, at) }}
      title={couponCode ?? gift.reference}
      detail={
        <>
          <span className={styles.line}>{fill(text.givenBy, { name: givenBy ?? empty })}</span>
          <span className={styles.line}>
            <UserText>{areaName}</UserText> · {fill(text.ofOrder, { number: orderNumber })}
          </span>
          <span className={styles.line}>{when(givenAt)}</span>
        </>
      }
      meta={
        <>
          <span>{worthText(gift, text, language)}</span>
          {couponCode === null ? (
            <Badge tone={tones[state]}>{states[state]}</Badge>
          ) : (
            <Badge tone={redeemed ? "good" : "neutral"}>{redeemed ? text.redeemed : text.notRedeemed}</Badge>
          )}
        </>
      }
    />
  );
});
