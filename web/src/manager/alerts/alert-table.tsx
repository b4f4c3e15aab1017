import type { Alert } from "@reposo/contract/alerts/alerts.ts";
import { useFaultLabel } from "#manager/devices/index.ts";
import { useDayGroups } from "#manager/shared/lists/day-heading.tsx";
import { useTable } from "#manager/shared/lists/use-table.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { RowTable } from "#ui/list/row-table.tsx";
import styles from "./alerts.module.css";
import { useAlertColumns, useSortedAlerts } from "./alert-columns.tsx";

const timeOf = ({ since }: Alert): string => since;
const keyOf = ({ alertId }: Alert): string => alertId;

/** The alerts of a wide window. The selected one is shown beside the table. */
export function AlertTable({ ready, alerts }: { ready: Ready; alerts: readonly Alert[] }) {
  const { title } = useText("alerts");
  const columns = useAlertColumns(
    useFaultLabel(ready.labels),
    useInstantFormatter(),
    alerts.some(({ resolvedAt }) => resolvedAt !== null)
      ? "resolved"
      : alerts.some(({ snoozed }) => snoozed)
        ? "state"
        : null,
  );
  const { table, sorting, columnsButton } = useTable({
    route: "alerts",
    parameter: "alertId",
    columns,
    rows: alerts,
    keyOf,
  });
  const rows = useSortedAlerts(alerts, sorting);
  const days = useDayGroups(timeOf);
  return (
    <>
      <div className={styles.tableHead}>{columnsButton}</div>
      <RowTable
        {...table}
        label={title}
        rows={rows}
        total={rows.length}
        groups={sorting?.column === "since" ? days : undefined}
      />
    </>
  );
}
