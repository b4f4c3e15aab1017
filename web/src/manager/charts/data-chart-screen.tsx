import { useText } from "#shared/i18n/i18n.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { ChartBrowser } from "./chart-browser.tsx";
import { chartCard } from "./chart-view.tsx";

// Loads in parallel with the figures; the chart reports a failure.
chartCard.load().catch(() => undefined);

export default function DataChartScreen() {
  const { chartsTitle } = useText("manager");
  return <ManagerPage title={chartsTitle}>{(ready) => <ChartBrowser ready={ready} />}</ManagerPage>;
}
