import { fill, useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { Missing } from "#manager/shared/frame/load-failed.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { DeviceOverview } from "./device-overview.tsx";
import { readDeviceId } from "./device-page-queries.ts";

export default function DeviceScreen() {
  const texts = useText("device");
  const { device, deviceGone } = useText("lists");
  const { devices } = useText("manager");
  const deviceId = readDeviceId(useAddressQuery());
  return (
    <ManagerPage wide title={deviceId === null ? device : fill(texts.title, { deviceId })}>
      {(ready) =>
        deviceId === null ? (
          <Missing title={deviceGone} href={hrefOf("deviceList")} listTitle={devices} />
        ) : (
          <DeviceOverview key={deviceId} ready={ready} deviceId={deviceId} />
        )
      }
    </ManagerPage>
  );
}
