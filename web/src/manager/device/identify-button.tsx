import { identification, identifyDevice } from "@reposo/contract/devices/device-commands.ts";
import { callApi } from "#shared/api/api-client.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { CommandButton } from "./command-button.tsx";

/** Has the chair blink, so that it is found among others. */
export function IdentifyButton({ deviceId, disabled }: { deviceId: string; disabled: boolean }) {
  const { identify, identified, identifyRefused, identifyExpired } = useText("device");
  return (
    <CommandButton
      label={identify}
      results={{ confirmed: identified, refused: identifyRefused, expired: identifyExpired }}
      disabled={disabled}
      send={() => callApi(identifyDevice, { deviceId }, { quiet: true })}
      latest={() => callApi(identification, { deviceId }, { quiet: true })}
    />
  );
}
