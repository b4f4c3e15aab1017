import { testRunSeconds } from "@reposo/contract/devices/device-limits.ts";
import { useQuery } from "@tanstack/react-query";
import type { DeviceRow } from "#manager/devices/index.ts";
import { callApi } from "#shared/api/api-client.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { CommandButton, stateOfSent } from "./command-button.tsx";
import { testRunQuery } from "./device-page-queries.ts";

/**
 * Starts a test run after a confirmation, and stops a running one, also one that another manager started. The buttons show
 * no result of a confirmed command (`effectSeconds` is 0), because the section then shows the changed state.
 */
export function TestRunSection({ device, variant }: { device: DeviceRow; variant?: "primary" | "quiet" }) {
  const texts = useText("device");
  const { deviceId } = device;
  const run = testRunQuery(deviceId);
  const { data } = useQuery(run);
  const minutes = { minutes: testRunSeconds / 60 };
  if (data?.endsAt)
    return (
      <>
        <Banner kind="info">{fill(texts.testRunStarted, minutes)}</Banner>
        <CommandButton
          variant={variant}
          label={texts.stopTestRun}
          results={{
            confirmed: texts.stopTestRun,
            refused: texts.stopTestRunRefused,
            expired: texts.identifyExpired,
          }}
          effectSeconds={0}
          disabled={!device.online}
          send={async () => {
            const stop = await callApi("stopTestRun", { deviceId }, { quiet: true });
            // Null: the run has already ended, as after a confirmed stop.
            return stop ?? { commandId: "", state: "confirmed" };
          }}
          latest={run}
          // The query returns the command that started the run. A stop is confirmed when the run is no longer running.
          stateOf={(latest) => (latest?.endsAt ? "pending" : "confirmed")}
        />
      </>
    );
  return (
    <CommandButton
      variant={variant}
      label={fill(texts.testRun, minutes)}
      question={{
        title: texts.testRunQuestion,
        text: fill(texts.testRunText, minutes),
        yes: texts.testRunYes,
        no: texts.testRunNo,
      }}
      results={{
        confirmed: fill(texts.testRunStarted, minutes),
        refused: texts.testRunRefused,
        expired: texts.identifyExpired,
      }}
      effectSeconds={0}
      disabled={!device.online || device.inUse}
      send={() => callApi("startTestRun", { deviceId }, { quiet: true })}
      latest={run}
      stateOf={stateOfSent}
    />
  );
}
