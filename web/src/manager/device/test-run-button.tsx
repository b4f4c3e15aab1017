import { startTestRun, testRun, testRunSeconds } from "@reposo/contract/devices/device-commands.ts";
import { callApi } from "#shared/api/api-client.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { CommandButton } from "./command-button.tsx";

/** Runs the chair for a minute, free of charge. */
export function TestRunButton({ deviceId, disabled }: { deviceId: string; disabled: boolean }) {
  const texts = useText("device");
  const minutes = { minutes: testRunSeconds / 60 };
  return (
    <CommandButton
      label={fill(texts.testRun, minutes)}
      results={{
        confirmed: fill(texts.testRunStarted, minutes),
        refused: texts.testRunRefused,
        expired: texts.identifyExpired,
      }}
      disabled={disabled}
      send={() => callApi(startTestRun, { deviceId }, { quiet: true })}
      latest={() => callApi(testRun, { deviceId }, { quiet: true })}
    />
  );
}
