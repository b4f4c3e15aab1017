import type { ReportPlace } from "#manager/reports/index.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Row } from "#ui/list/list.tsx";
import { hrefTo } from "./report-context.ts";

/** Leads to the accounts that took counter cash at the same outlets in the same period. */
export function CounterCashRow({ place }: { place: ReportPlace }) {
  const { counterCash } = useText("details");
  const accounts = { ...place, accounts: true, currency: null, sort: "total", ascending: false };
  return <Row href={hrefTo(accounts)} title={counterCash} />;
}
