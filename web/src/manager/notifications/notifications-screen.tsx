import { FiguresSkeleton } from "#manager/figures/index.ts";
import { useNotificationSettings } from "./index.ts";
import { mayOpen } from "#manager/session/index.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { useManager } from "#manager/session/manager-session.tsx";
import { ManagerPage, type Ready } from "#manager/frame/manager-page.tsx";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
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
