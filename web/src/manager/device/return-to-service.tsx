import { useChange } from "#manager/shared/session/use-change.ts";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { callApi } from "#shared/api/api-client.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";

export function ReturnToService({
  deviceId,
  onChanged,
}: {
  deviceId: string;
  onChanged: () => Promise<unknown>;
}) {
  const { returnToService } = useText("device");
  const online = useOnline();
  const { pending, failure, change } = useChange(onChanged);
  return (
    <>
      <FailureBanner of={failure} />
      <Button
        wide
        pending={pending}
        disabled={!online}
        onClick={() =>
          void change(() => callApi("changeService", { deviceId, inService: true }, { quiet: true }))
        }
      >
        {returnToService}
      </Button>
    </>
  );
}
