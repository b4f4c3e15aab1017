import type { ReportSelection } from "#manager/statistics/reports/report-selection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Row } from "#ui/list/list.tsx";
import { hrefTo } from "./report-context.ts";

/** Links to the sums of counter cash by account. Counter cash is the cash that managers received for orders. */
export function CounterCashRow({ selection }: { selection: ReportSelection }) {
  const { counterCash } = useText("details");
  const accounts = { ...selection, accounts: true, currency: null, sort: "total", ascending: false };
  return <Row href={hrefTo(accounts)} title={counterCash} />;
}
