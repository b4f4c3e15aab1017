import { holds, mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ScanIcon } from "#ui/icons/icons.tsx";
import { CashIcon, ChairIcon, ChartIcon, OrdersIcon } from "#ui/icons/manager-icons.tsx";
import { Shortcuts } from "#ui/navigation/shortcuts.tsx";

/** The pages that managers open most often. A wide window has them in its rail. */
export function HomeShortcuts({ userInfo }: { userInfo: UserInfo }) {
  const texts = useText("manager");
  const orders = { href: hrefOf("orders"), icon: <OrdersIcon />, label: texts.ordersTitle };
  const cash = { href: hrefOf("cash"), icon: <CashIcon />, label: texts.cash };
  const start = { href: hrefOf("quickStart"), icon: <ScanIcon />, label: texts.quickStart };
  return (
    <Shortcuts
      label={texts.shortcuts}
      items={[
        ...(mayOpen(userInfo, "details") ? [orders] : []),
        { href: hrefOf("dataChart"), icon: <ChartIcon />, label: texts.charts },
        { href: hrefOf("deviceList"), icon: <ChairIcon />, label: texts.deviceList },
        ...(mayOpen(userInfo, "cash") ? [cash] : []),
        ...(holds(userInfo, "start") ? [start] : []),
      ]}
    />
  );
}
