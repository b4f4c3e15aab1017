import { useAlerts } from "./use-alerts.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Section } from "#ui/screen/screen.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { AlertCards } from "./alert-cards.tsx";
import { FirstAlerts } from "./first-alerts.tsx";
import { ShownOfAll } from "./shown-of-all.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";

/** Shows the open alerts of one chair, or the first ones of an outlet; renders nothing if there are none. */
export function AlertSection({
  ready,
  areaId,
  deviceId,
}: {
  ready: Ready;
  areaId?: string;
  deviceId?: string;
}) {
  const { title, failed } = useText("alerts");
  const { data, isError, error, isFetching, refetch } = useAlerts({
    ...(areaId !== undefined && { areaId: [areaId] }),
    ...(deviceId !== undefined && { deviceId }),
  });
  if (data === undefined)
    return isError ? (
      <LoadFailed title={failed} error={error} pending={isFetching} onRetry={refetch} />
    ) : null;
  if (data.alerts.length === 0) return null;
  if (areaId !== undefined)
    return (
      <FirstAlerts
        ready={ready}
        alerts={data.alerts.filter(({ snoozed }) => !snoozed)}
        areaId={areaId}
        total={data.active}
      />
    );
  return (
    <Section title={title}>
      <AlertCards ready={ready} alerts={data.alerts} pageHref={hrefOf("device", { deviceId })} />
      <ShownOfAll shown={data.alerts.length} total={data.total} />
    </Section>
  );
}
