import type { GiftCoupon } from "@reposo/contract/orders/gift-coupons.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { FilteredList } from "#manager/shared/lists/filtered-list.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { giftListQuery } from "./feedback-queries.ts";
import { useGiftColumns } from "./gift-columns.tsx";
import { GiftListRow } from "./gift-row.tsx";
import { FeedbackIcon } from "#ui/icons/manager-icons.tsx";

const keyOf = ({ giftId }: GiftCoupon): string => giftId;
const feedbackOf = ({ feedbackId }: GiftCoupon): string => hrefOf("feedback", { feedbackId });

export function GiftBrowser() {
  const texts = useText("answering");
  const language = useLanguage();
  const when = useInstantFormatter();
  const list = useInfiniteQuery(giftListQuery());
  const renderRow = useCallback(
    (gift: GiftCoupon, position: number, total: number) => (
      <GiftListRow key={gift.giftId} {...{ gift, position, total, when }} />
    ),
    [when],
  );
  const columns = useGiftColumns();
  const total = list.data?.total;
  const numbers = new Intl.NumberFormat(languageTags[language]);
  return (
    <FilteredList
      list={list}
      count={total === undefined ? null : fill(texts.giftCount, { count: numbers.format(total) })}
      texts={{
        list: texts.gifts,
        failed: texts.giftsFailed,
        emptyTitle: texts.giftsNone,
        emptyIcon: <FeedbackIcon />,
        emptyText: texts.giftsNoneText,
      }}
      renderRow={renderRow}
      table={{ columns, keyOf, hrefOf: feedbackOf }}
    />
  );
}
