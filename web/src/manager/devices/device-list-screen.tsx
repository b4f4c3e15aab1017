import { useText } from "#shared/i18n/i18n.tsx";
import { ManagerPage } from "#manager/frame/manager-page.tsx";
import { DeviceBrowser } from "./device-browser.tsx";

export default function DeviceListScreen() {
  const { deviceList } = useText("manager");
  return (
    <ManagerPage title={deviceList} keepsPlace>
      {(ready) => <DeviceBrowser ready={ready} />}
    </ManagerPage>
  );
}
