import { formatMoney } from "@reposo/contract/money/money.ts";
import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import { useMemo } from "react";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { relativeTime } from "#shared/time/date-time.ts";
import { Badge } from "#ui/text/badge.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { Button } from "#ui/button/button.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";

/** The columns of the tables of cash boxes in a wide window. Their names are those by which the server sorts. */
export function useBoxColumns({
  now,
  waiting,
  onCollect,
}: {
  now: number;
  /** IDs of the chairs whose collection this phone has not sent yet. */
  waiting: ReadonlySet<string>;
  onCollect: (box: CashBox) => void;
}): readonly TableColumn<CashBox>[] {
  const texts = useText("cash");
  const { deviceId: deviceLabel, outlet } = useText("lists");
  const { collect, lastCollection } = useText("tables");
  const language = useLanguage();
  return useMemo<readonly TableColumn<CashBox>[]>(
    () => [
      { name: "device", label: deviceLabel, cell: ({ deviceId }) => deviceId },
      {
        name: "outlet",
        label: outlet,
        share: 1.4,
        sortable: true,
        cell: ({ areaName }) => <UserText>{areaName}</UserText>,
      },
      {
        name: "amount",
        label: texts.inBoxes,
        numeric: true,
        sortable: true,
        cell: ({ cash, currency }) => formatMoney(cash, currency, language),
      },
      {
        name: "days",
        label: lastCollection,
        sortable: true,
        cell: ({ lastCollectedAt }) =>
          lastCollectedAt === null
            ? texts.never
            : relativeTime(Date.parse(lastCollectedAt), now, language, texts.justNow),
      },
      {
        name: "collector",
        label: texts.byCollector,
        cell: ({ lastCollectedBy }) => lastCollectedBy !== null && <UserText>{lastCollectedBy}</UserText>,
      },
      {
        name: "action",
        label: texts.collection,
        numeric: true,
        cell: (box) =>
          waiting.has(box.deviceId) ? (
            <Badge tone="warn">{texts.waiting}</Badge>
          ) : (
            <Button variant="plain" onClick={() => onCollect(box)}>
              {collect}
            </Button>
          ),
      },
    ],
    [texts, deviceLabel, outlet, collect, lastCollection, language, now, waiting, onCollect],
  );
}
