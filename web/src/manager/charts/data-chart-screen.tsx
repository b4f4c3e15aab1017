import { useText } from "#shared/i18n/i18n.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { ChartBrowser } from "./chart-browser.tsx";
import { chartCard } from "./chart-view.tsx";

// After a failure, `chartCard` loads again when it is rendered, and reports the error.
chartCard.load().catch(() => undefined);

export default function DataChartScreen() {
  const { chartsTitle } = useText("manager");
  return <ManagerPage title={chartsTitle}>{(ready) => <ChartBrowser ready={ready} />}</ManagerPage>;
}
