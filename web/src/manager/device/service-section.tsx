import type { DeviceRow } from "#manager/devices/index.ts";
import { callApi } from "#shared/api/api-client.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { OutOfServiceSheet } from "./out-of-service-sheet.tsx";
import { useOpening } from "#manager/shared/frame/use-opening.ts";
import { useChange } from "#manager/shared/session/use-change.ts";

/** Takes the chair out of service or returns it to service. A chair that the operator disabled stays disabled. */
export function ServiceSection({
  device,
  onChanged,
}: {
  device: DeviceRow;
  onChanged: () => Promise<unknown>;
}) {
  const texts = useText("device");
  const online = useOnline();
  const { isOpen, open, close, closeOwn } = useOpening();
  const { pending, failure, clearFailure, change } = useChange(onChanged);
  const { deviceId } = device;
  if (device.outOfService !== null)
    return (
      <>
        <Banner kind="warn">{fill(texts.outOfService, { reason: device.outOfService })}</Banner>
        <FailureBanner of={failure} />
        <Button
          wide
          variant="quiet"
          pending={pending}
          disabled={!online}
          onClick={() => {
            // Discards a sheet that was opened again while the call that took the chair out of service was pending. The
            // sheet would otherwise appear after the return to service.
            close();
            void change(() => callApi("changeService", { deviceId, inService: true }, { quiet: true }));
          }}
        >
          {texts.returnToService}
        </Button>
      </>
    );
  if (device.fault === "disabled") return <Banner kind="warn">{texts.disabledByOperator}</Banner>;
  return (
    <>
      <Button
        wide
        variant="quiet"
        disabled={!online}
        onClick={() => {
          clearFailure();
          open();
        }}
      >
        {texts.takeOut}
      </Button>
      {!isOpen && <FailureBanner of={failure} />}
      {isOpen && (
        <OutOfServiceSheet
          pending={pending}
          failure={failure}
          clearFailure={clearFailure}
          onConfirm={async (reason) => {
            const request = { deviceId, inService: false, reason };
            if (await change(() => callApi("changeService", request, { quiet: true }))) closeOwn();
          }}
          onClose={() => {
            clearFailure();
            close();
          }}
        />
      )}
    </>
  );
}
