import { useAlerts } from "#features/alerts/use-alerts.ts";
import { useText } from "#platform/i18n.tsx";
import { Section } from "#ui/screen.tsx";
import type { Ready } from "#screens/manager/manager-page.tsx";
import { AlertCards } from "./alert-cards.tsx";

/** Open alerts of a chair or an outlet, on its own page; nothing where there are none. */
export default function AlertSection({
  ready,
  areaId,
  deviceId,
}: {
  ready: Ready;
  areaId?: string;
  deviceId?: string;
}) {
  const { title } = useText("alerts");
  const { data } = useAlerts(ready.token, {
    ...(areaId !== undefined && { areaId: [areaId] }),
    ...(deviceId !== undefined && { deviceId }),
  });
  if (data === undefined || data.alerts.length === 0) return null;
  return (
    <Section title={title}>
      <AlertCards ready={ready} alerts={data.alerts} />
    </Section>
  );
}
