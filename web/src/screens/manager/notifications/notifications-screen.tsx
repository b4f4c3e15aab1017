import { FiguresSkeleton } from "#features/figures/index.ts";
import { useNotificationSettings } from "#features/notifications/index.ts";
import { mayOpen } from "#features/session/index.ts";
import { useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { useManager } from "#screens/manager/manager-session.tsx";
import { ManagerPage, type Ready } from "#screens/manager/manager-page.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { DeviceSection } from "./device-section.tsx";
import { SettingsForm } from "./settings-form.tsx";

export default function NotificationsScreen() {
  const { title } = useText("notifications");
  const { userInfo } = useManager();
  const above = userInfo !== null && mayOpen(userInfo, "user") ? "user" : "home";
  return (
    <ManagerPage title={title} up={hrefOf(above)}>
      {(ready) => <Content ready={ready} />}
    </ManagerPage>
  );
}

function Content({ ready }: { ready: Ready }) {
  const texts = useText("notifications");
  const { tryAgain } = useText("manager");
  const { loading } = useText("shared");
  const { data, isError, refetch } = useNotificationSettings(ready.token);
  if (data !== undefined)
    return (
      <>
        <DeviceSection vapidPublicKey={data.vapidPublicKey} />
        <SettingsForm ready={ready} settings={data} />
      </>
    );
  if (!isError) return <FiguresSkeleton label={loading} />;
  return (
    <Notice
      kind="error"
      title={texts.failed}
      action={
        <Button look="quiet" onClick={() => void refetch()}>
          {tryAgain}
        </Button>
      }
    />
  );
}
