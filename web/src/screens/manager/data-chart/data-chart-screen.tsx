import { useText } from "#platform/i18n.tsx";
import { LaterPage } from "#screens/manager/later-page.tsx";

export default function DataChartScreen() {
  const texts = useText("manager");
  return <LaterPage title={texts.chartsTitle} text={texts.chartsLater} />;
}
