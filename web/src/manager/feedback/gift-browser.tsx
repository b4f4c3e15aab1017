import type { GiftCoupon } from "@reposo/contract/gift-coupons.ts";
import { languageTags } from "@reposo/contract/languages.ts";
import { useCallback } from "react";
import { GiftRows } from "./gift-rows.tsx";
import { useGiftList } from "./use-gift-list.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { useListVisit } from "#manager/lists/list-visit.ts";
import type { PageOf } from "#manager/lists/paged-list.ts";
import styles from "#manager/lists/list-head.module.css";
import type { Ready } from "#manager/frame/manager-page.tsx";
import { PagedResults } from "#manager/lists/paged-results.tsx";
import { useShownZone } from "#manager/frame/use-shown-zone.ts";
import { useWhen } from "#manager/frame/use-when.ts";

/** The coupons that managers gave customers: by whom, for which order, when, and whether they are redeemed. */
export default function GiftBrowser({ ready }: { ready: Ready }) {
  const texts = useText("answering");
  const language = useLanguage();
  const when = useWhen(ready);
  const zone = useShownZone(ready);
  const visit = useListVisit("gifts", ready.token, "all");
  const list = useGiftList(visit);
  const renderPage = useCallback(
    ({ items }: PageOf<GiftCoupon>, start: number, total: number) => (
      <GiftRows items={items} start={start} total={total} when={when} />
    ),
    [when],
  );
  const total = list.data?.pages[0]?.total;
  return (
    <div className={styles.browser}>
      <p className={styles.count} role="status">
        {total === undefined
          ? null
          : fill(texts.giftCount, { count: new Intl.NumberFormat(languageTags[language]).format(total) })}
      </p>
      <PagedResults
        list={list}
        visit={visit}
        zone={zone}
        words={{
          list: texts.gifts,
          failed: texts.giftsFailed,
          emptyTitle: texts.giftsNone,
          emptyText: texts.giftsNoneText,
          noMatch: texts.giftsNone,
        }}
        filtered={false}
        onClear={() => undefined}
        renderPage={renderPage}
      />
    </div>
  );
}
