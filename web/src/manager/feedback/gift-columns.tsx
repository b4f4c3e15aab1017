import type { GiftCoupon } from "@reposo/contract/orders/gift-coupons.ts";
import { useMemo } from "react";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { GiftCode, GiftState } from "./gift-row.tsx";
import { worthText } from "./gift-text.ts";

/** The columns of the table of coupons for customers in a wide window. */
export function useGiftColumns(): readonly TableColumn<GiftCoupon>[] {
  const texts = useText("answering");
  const lists = useText("lists");
  const tables = useText("tables");
  const language = useLanguage();
  const when = useInstantFormatter();
  return useMemo<readonly TableColumn<GiftCoupon>[]>(
    () => [
      { name: "coupon", label: tables.code, share: 1.4, cell: (gift) => <GiftCode gift={gift} /> },
      { name: "time", label: tables.time, share: 1.2, cell: ({ givenAt }) => when(givenAt) },
      {
        name: "by",
        label: tables.givenBy,
        share: 1.2,
        cell: ({ givenBy }) => givenBy !== null && <UserText>{givenBy}</UserText>,
      },
      {
        name: "outlet",
        label: lists.outlet,
        share: 1.4,
        cell: ({ areaName }) => <UserText>{areaName}</UserText>,
      },
      { name: "order", label: lists.orderNumber, share: 1.6, cell: ({ orderNumber }) => orderNumber },
      {
        name: "worth",
        label: tables.worth,
        numeric: true,
        cell: (gift) => worthText(gift, texts, language),
      },
      { name: "state", label: tables.state, share: 1.2, cell: (gift) => <GiftState gift={gift} /> },
    ],
    [texts, lists, tables, language, when],
  );
}
