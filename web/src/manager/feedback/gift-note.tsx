import type { FeedbackGift } from "@reposo/contract/gift-coupons.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { giftText } from "./gift-text.ts";

/** For the manager: where a coupon stands that the operator decides. */
export function GiftNote({ gift }: { gift: FeedbackGift }) {
  const text = useText("answering");
  const language = useLanguage();
  const stated = giftText(gift, text, language);
  if (stated === null) return null;
  const { state, decision } = gift;
  return (
    <Banner kind={state === "refused" ? "warn" : "info"}>
      {stated}
      {decision !== null && <bdi dir="auto"> {fill(text.operatorNote, { text: decision })}</bdi>}
    </Banner>
  );
}
