import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { sortRows } from "@reposo/contract/sort-rows.ts";
import { useMemo } from "react";
import type { FaultLabel } from "#manager/devices/index.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Badge } from "#ui/text/badge.tsx";
import type { TableSorting } from "#ui/list/column-header.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { useAlertTexts } from "./alert-texts.ts";

/** The values by which the columns sort the alerts. */
const sortValues: Readonly<Record<string, (alert: Alert) => string | number>> = {
  outlet: ({ areaName }) => areaName,
  since: ({ since }) => since,
  // Coins on hold are no cost.
  cost: ({ kind, estimatedCost }) => (kind === "coinsDiffer" ? 0 : estimatedCost),
};

/** Sorts alerts, all of which are loaded, by a column; without one, returns them in the server's order. */
export function useSortedAlerts(alerts: readonly Alert[], sorting: TableSorting | null): readonly Alert[] {
  const locale = languageTags[useLanguage()];
  const value = sortValues[sorting?.column ?? ""];
  return value === undefined ? alerts : sortRows(alerts, value, sorting?.ascending === true, locale);
}

/**
 * The columns of the table of alerts in a wide window.
 * @param last the last column: when alerts were resolved, or which ones are snoozed; null for neither
 */
export function useAlertColumns(
  faultLabel: FaultLabel,
  when: (at: string) => string,
  last: "resolved" | "state" | null,
): readonly TableColumn<Alert>[] {
  const texts = useText("alerts");
  const tables = useText("tables");
  const { outlet } = useText("lists");
  const language = useLanguage();
  return useMemo<readonly TableColumn<Alert>[]>(
    () => [
      {
        name: "alert",
        label: texts.one,
        share: 2.4,
        cell: (alert) => <Title alert={alert} faultLabel={faultLabel} />,
      },
      {
        name: "outlet",
        beside: true,
        label: outlet,
        share: 1.4,
        sortable: true,
        cell: ({ areaName }) => <UserText>{areaName}</UserText>,
      },
      { name: "since", label: tables.since, share: 1.2, sortable: true, cell: ({ since }) => when(since) },
      {
        name: "cost",
        label: tables.cost,
        numeric: true,
        sortable: true,
        cell: ({ kind, estimatedCost, currency }) =>
          kind !== "coinsDiffer" && estimatedCost > 0 && formatMoney(estimatedCost, currency, language),
      },
      ...(last === "resolved"
        ? [
            {
              name: "resolved",
              label: texts.resolved,
              share: 1.2,
              cell: ({ resolvedAt }: Alert) => resolvedAt !== null && when(resolvedAt),
            },
          ]
        : []),
      ...(last === "state"
        ? [
            {
              name: "state",
              label: tables.state,
              cell: ({ snoozed }: Alert) => snoozed && <Badge>{texts.snoozed}</Badge>,
            },
          ]
        : []),
    ],
    [texts, tables, outlet, language, faultLabel, when, last],
  );
}

function Title({ alert, faultLabel }: { alert: Alert; faultLabel: FaultLabel }) {
  const { title, amount } = useAlertTexts(alert, faultLabel);
  return (
    <span>
      {title}
      {amount !== null && <span className="line soft">{amount}</span>}
    </span>
  );
}
