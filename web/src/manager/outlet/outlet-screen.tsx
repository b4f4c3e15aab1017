import { useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { OutletLoader, UnknownOutlet } from "#manager/location/index.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { OutletOverview } from "./outlet-overview.tsx";

export default function OutletScreen() {
  const { outlet: title } = useText("manager");
  const areaId = useAddressQuery().get("areaId");
  return (
    <ManagerPage wide title={title}>
      {(ready) =>
        areaId === null ? (
          <UnknownOutlet />
        ) : (
          <OutletLoader areaId={areaId}>
            {(outlet) => <OutletOverview key={areaId} ready={ready} outlet={outlet} />}
          </OutletLoader>
        )
      }
    </ManagerPage>
  );
}
