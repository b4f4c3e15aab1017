import { changeService } from "@reposo/contract/devices/devices.ts";
import { useRef, useState } from "react";
import type { DeviceRow } from "#manager/devices/index.ts";
import { callApi } from "#shared/api/api-client.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { TakeOutSheet } from "./take-out-sheet.tsx";

/** Takes the chair out of service, or returns it; a chair that the operator disabled stays disabled. */
export function ServiceSection({
  device,
  onChanged,
}: {
  device: DeviceRow;
  onChanged: () => Promise<unknown>;
}) {
  const texts = useText("device");
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const { pending, failure, change } = useChangeService(device.deviceId, onChanged);
  const failureText = useFailureText(failure);
  if (device.outOfService !== null)
    return (
      <>
        <Banner kind="warn">{fill(texts.outOfService, { reason: device.outOfService })}</Banner>
        {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
        <Button wide variant="quiet" pending={pending} disabled={!online} onClick={() => void change(null)}>
          {texts.returnToService}
        </Button>
      </>
    );
  if (device.fault === "disabled") return <Banner kind="warn">{texts.disabledByOperator}</Banner>;
  return (
    <>
      <Button wide variant="quiet" disabled={!online} onClick={() => setOpen(true)}>
        {texts.takeOut}
      </Button>
      {open && (
        <TakeOutSheet
          pending={pending}
          failureText={failureText}
          onConfirm={async (reason) => {
            if (await change(reason)) setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function useChangeService(deviceId: string, onChanged: () => Promise<unknown>) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // A second tap arrives before the pending state is rendered.
  const isBusy = useRef(false);

  /** `reason` null: returns it to service. @returns whether the server confirmed it */
  async function change(reason: string | null): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setPending(true);
    setFailure(null);
    try {
      const request = reason === null ? { inService: true } : { inService: false, reason };
      await callApi(changeService, { deviceId, ...request }, { quiet: true });
      await onChanged();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  }
  return { pending, failure, change };
}
