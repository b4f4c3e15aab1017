import { useText } from "#platform/i18n.tsx";
import { LaterPage } from "#screens/manager/later-page.tsx";

export default function OrdersScreen() {
  const texts = useText("manager");
  return <LaterPage title={texts.ordersTitle} text={texts.ordersLater} />;
}
