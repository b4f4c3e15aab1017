import { useText } from "#platform/i18n.tsx";
import { ManagerPage } from "#screens/manager/manager-page.tsx";
import { ChartBrowser } from "./chart-browser.tsx";

export default function DataChartScreen() {
  const { chartsTitle } = useText("manager");
  return <ManagerPage title={chartsTitle}>{(ready) => <ChartBrowser ready={ready} />}</ManagerPage>;
}
