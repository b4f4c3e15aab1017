import { fill, useText } from "#platform/i18n.tsx";
import { useQuery } from "#platform/navigation.ts";
import { Notice } from "#ui/notice.tsx";
import { LatePiece } from "#screens/late-piece.tsx";
import { ManagerPage } from "#screens/manager/manager-page.tsx";

const deviceOverview = () => import("./device-overview.tsx");

/** One chair: state, income, use, coins on hold and what happened to it. */
export default function DeviceScreen() {
  const texts = useText("device");
  const { deviceGone, device } = useText("lists");
  const deviceId = useQuery().get("deviceId")?.trim().toUpperCase() || null;
  return (
    <ManagerPage title={deviceId === null ? device : fill(texts.title, { deviceId })}>
      {(ready) =>
        deviceId === null ? (
          <Notice kind="error" title={deviceGone} />
        ) : (
          <LatePiece key={deviceId} load={deviceOverview} props={{ ready, deviceId }} />
        )
      }
    </ManagerPage>
  );
}
