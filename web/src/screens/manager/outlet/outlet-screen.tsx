import { useText } from "#platform/i18n.tsx";
import { useQuery } from "#platform/navigation.ts";
import { Notice } from "#ui/notice.tsx";
import { OutletLoaded } from "#screens/manager/location/outlets-loaded.tsx";
import { ManagerPage } from "#screens/manager/manager-page.tsx";
import { OutletOverview } from "./outlet-overview.tsx";

/** One outlet: income, orders, devices, feedback, and location. */
export default function OutletScreen() {
  const { outlet: title } = useText("manager");
  const { unknownOutletTitle, unknownOutletText } = useText("places");
  const areaId = useQuery().get("areaId");
  return (
    <ManagerPage title={title}>
      {(ready) =>
        areaId === null ? (
          <Notice kind="error" title={unknownOutletTitle} text={unknownOutletText} />
        ) : (
          <OutletLoaded token={ready.token} areaId={areaId}>
            {(outlet) => <OutletOverview key={areaId} ready={ready} outlet={outlet} />}
          </OutletLoaded>
        )
      }
    </ManagerPage>
  );
}
