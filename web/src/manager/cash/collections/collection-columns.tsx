import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { useMemo } from "react";
import { clockInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Badge } from "#ui/text/badge.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";
import { formatDifference } from "./format-difference.ts";
import { UserText } from "#ui/text/user-text.tsx";

/** The tone of an entry's kind. */
export const collectionTones = {
  collection: "neutral",
  correction: "accent",
  adjustment: "accent",
  void: "neutral",
} as const;

/** The columns of the table of collections in a wide window, whose headings name the days. */
export function useCollectionColumns(): readonly TableColumn<Collection>[] {
  const texts = useText("cash");
  const { deviceId: deviceLabel, outlet } = useText("lists");
  const tables = useText("tables");
  const language = useLanguage();
  const zone = useZone();
  return useMemo<readonly TableColumn<Collection>[]>(() => {
    const amount = (name: "counted" | "expected" | "difference"): TableColumn<Collection> => ({
      name,
      label: texts[name],
      numeric: true,
      // The amounts of a void are 0 and say nothing about the box.
      cell: (entry) =>
        entry.kind !== "void" &&
        (name === "difference" ? formatDifference : formatMoney)(entry[name], entry.currency, language),
    });
    return [
      { name: "device", label: deviceLabel, cell: ({ deviceId }) => deviceId },
      {
        name: "outlet",
        label: outlet,
        share: 1.4,
        cell: ({ areaName }) => <UserText>{areaName}</UserText>,
      },
      {
        name: "time",
        beside: true,
        label: tables.collected,
        share: 1.2,
        cell: ({ collectedAt }) => clockInZone(Date.parse(collectedAt), zone, language),
      },
      {
        name: "collector",
        label: texts.byCollector,
        share: 1.2,
        cell: ({ collectedBy }) => <UserText>{collectedBy}</UserText>,
      },
      { ...amount("counted"), beside: true },
      amount("expected"),
      { ...amount("difference"), beside: true },
      {
        name: "state",
        label: tables.state,
        cell: ({ kind, correctedById }) => (
          <Badge tone={correctedById === null ? collectionTones[kind] : "neutral"}>
            {correctedById === null ? texts[kind] : tables.replaced}
          </Badge>
        ),
      },
    ];
  }, [texts, deviceLabel, outlet, tables, language, zone]);
}
