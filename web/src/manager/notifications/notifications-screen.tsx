import { FiguresSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import { useVisitQuery } from "#manager/shared/session/use-visit-query.ts";
import { notificationSettingsQuery } from "./notification-queries.ts";
import { SettingsForm } from "./settings-form.tsx";
import { mayOpen } from "#manager/shared/session/account.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { DeviceSection } from "./device-section.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";

export default function NotificationsScreen() {
  const { title } = useText("notifications");
  const { userInfo } = useManager();
  const above = userInfo !== null && mayOpen(userInfo, "user") ? "user" : "home";
  return (
    <ManagerPage wide title={title} up={hrefOf(above)}>
      {(ready) => <Content ready={ready} />}
    </ManagerPage>
  );
}

function Content({ ready }: { ready: Ready }) {
  const texts = useText("notifications");
  const { data, isError, refetch } = useVisitQuery(notificationSettingsQuery);
  if (data !== undefined)
    return (
      <SettingsForm userInfo={ready.userInfo} settings={data}>
        <DeviceSection
          vapidPublicKey={data.vapidPublicKey}
          email={data.email}
          accountId={ready.userInfo.id}
        />
      </SettingsForm>
    );
  if (!isError) return <FiguresSkeleton />;
  return <LoadFailed title={texts.failed} onRetry={refetch} />;
}
