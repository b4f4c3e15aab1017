import { fetchDrawing } from "./use-drawing.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { ChartBrowser } from "./chart-browser.tsx";

/** On its way while the figures are; whoever needs it hears of a failure. */
fetchDrawing().catch(() => undefined);

export default function DataChartScreen() {
  const { chartsTitle } = useText("manager");
  return <ManagerPage title={chartsTitle}>{(ready) => <ChartBrowser ready={ready} />}</ManagerPage>;
}
