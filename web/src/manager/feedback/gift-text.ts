import { formatMoney } from "@reposo/contract/money/money.ts";
import type { FeedbackGift, GiftOffer } from "@reposo/contract/orders/gift-coupons.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { Texts } from "#locales/texts.ts";
import { fill } from "#shared/i18n/i18n.tsx";

type Worth = Pick<FeedbackGift, "amount" | "currency">;

export const worthText = (
  { amount, currency }: Worth,
  text: Texts["answering"],
  language: Language,
): string => (amount === null ? text.freeMassage : formatMoney(amount, currency, language));

/** Returns why the operator must approve a coupon; null if no approval is needed. */
export function limitText({ limit, most }: GiftOffer, text: Texts["answering"]): string | null {
  const texts = {
    day: text.limitDay,
    month: text.limitMonth,
    orderAge: text.limitOrderAge,
    value: text.limitValue,
    ownFeedback: text.limitOwnFeedback,
  };
  return limit === null ? null : fill(texts[limit], { most: most ?? 0 });
}

/** Returns the text for the state of a gift that needs the operator's approval; null for other gifts. */
export function giftText(gift: FeedbackGift, text: Texts["answering"], language: Language): string | null {
  if (gift.state === "given") return null;
  const texts = { requested: text.giftRequested, approved: text.giftApproved, refused: text.giftRefused };
  return fill(texts[gift.state], { worth: worthText(gift, text, language) });
}
