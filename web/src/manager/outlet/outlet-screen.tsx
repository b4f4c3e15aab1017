import { useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { Notice } from "#ui/notice/notice.tsx";
import { OutletLoader } from "#manager/location/index.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { OutletOverview } from "./outlet-overview.tsx";

export default function OutletScreen() {
  const { outlet: title } = useText("manager");
  const { unknownOutletTitle, unknownOutletText } = useText("places");
  const areaId = useAddressQuery().get("areaId");
  return (
    <ManagerPage wide title={title}>
      {(ready) =>
        areaId === null ? (
          <Notice kind="error" title={unknownOutletTitle} text={unknownOutletText} />
        ) : (
          <OutletLoader areaId={areaId}>
            {(outlet) => <OutletOverview key={areaId} ready={ready} outlet={outlet} />}
          </OutletLoader>
        )
      }
    </ManagerPage>
  );
}
