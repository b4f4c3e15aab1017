import { type GiftCoupon, giftCoupons } from "@reposo/contract/gift-coupons.ts";
import { languageTags } from "@reposo/contract/languages.ts";
import { useCallback } from "react";
import type { Ready } from "#manager/frame/manager-page.tsx";
import { useShownZone } from "#manager/frame/use-shown-zone.ts";
import { useWhen } from "#manager/frame/use-when.ts";
import { FilteredList, useListVisit, usePagedList } from "#manager/lists/index.ts";
import { callApi } from "#shared/api/api-client.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { GiftListRow } from "./gift-row.tsx";

/** The coupons that the managers of the caller's outlets gave or requested, newest first. */
export default function GiftBrowser({ ready }: { ready: Ready }) {
  const texts = useText("answering");
  const language = useLanguage();
  const when = useWhen(ready);
  const zone = useShownZone(ready);
  const visit = useListVisit("gifts", ready.token, "all");
  const list = usePagedList<GiftCoupon>({
    key: "giftList",
    visit,
    fetchPage: (cursor, signal) =>
      callApi(giftCoupons, { limit: 20, ...(cursor === null ? {} : { cursor }) }, { signal, quiet: true }),
  });
  const renderRow = useCallback(
    (gift: GiftCoupon, position: number, total: number) => (
      <GiftListRow key={gift.giftId} {...{ gift, position, total, when }} />
    ),
    [when],
  );
  const { total } = list;
  const numbers = new Intl.NumberFormat(languageTags[language]);
  return (
    <FilteredList
      list={list}
      zone={zone}
      count={total === undefined ? null : fill(texts.giftCount, { count: numbers.format(total) })}
      texts={{
        list: texts.gifts,
        failed: texts.giftsFailed,
        emptyTitle: texts.giftsNone,
        emptyText: texts.giftsNoneText,
      }}
      renderRow={renderRow}
    />
  );
}
