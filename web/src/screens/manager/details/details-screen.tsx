import { useText } from "#platform/i18n.tsx";
import { LaterPage } from "#screens/manager/later-page.tsx";

export default function DetailsScreen() {
  const texts = useText("manager");
  return <LaterPage title={texts.detailsTitle} text={texts.detailsLater} />;
}
