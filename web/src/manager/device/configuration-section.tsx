import type { DeviceConfiguration } from "@reposo/contract/devices/device-configuration.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { useQuery } from "@tanstack/react-query";
import { deviceConfigurationQuery } from "./device-page-queries.ts";
import { useOpening } from "#manager/shared/frame/use-opening.ts";
import { callApi } from "#shared/api/api-client.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { type Fact, Facts } from "#ui/list/facts.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { VolumeSheet } from "./volume-sheet.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";
import { useChange } from "#manager/shared/session/use-change.ts";

export function ConfigurationSection({ deviceId, mayChange }: { deviceId: string; mayChange: boolean }) {
  const texts = useText("device");
  const online = useOnline();
  const when = useInstantFormatter();
  const { isOpen, open, close, closeOwn } = useOpening();
  const { data, isError, error, refetch } = useQuery(deviceConfigurationQuery(deviceId));
  const { pending, failure, clearFailure, change } = useChange(refetch);
  const facts = useFacts(data);
  if (data === undefined)
    return isError ? <LoadFailed title={texts.settingsFailed} error={error} onRetry={refetch} /> : null;
  const { state, desired, reported } = data;
  return (
    <>
      <Facts facts={facts} />
      {state === "pending" && desired !== null && (
        <Banner kind="info">{fill(texts.settingsPending, { date: when(desired.at) })}</Banner>
      )}
      {state === "refused" && <Banner kind="warn">{texts.settingsRefused}</Banner>}
      {state === "applied" && reported !== null && (
        <Facts facts={[{ name: texts.settingsApplied, value: when(reported.at) }]} />
      )}
      {mayChange && (
        <Button
          wide
          variant="quiet"
          disabled={!online}
          onClick={() => {
            clearFailure();
            open();
          }}
        >
          {texts.changeVolume}
        </Button>
      )}
      {!isOpen && <FailureBanner of={failure} />}
      {isOpen && (
        <VolumeSheet
          volume={desired?.volume ?? reported?.volume ?? null}
          pending={pending}
          failure={failure}
          onConfirm={async (volume) => {
            const isChanged = await change(() =>
              callApi("setDeviceVolume", { deviceId, volume }, { quiet: true }),
            );
            if (isChanged) closeOwn();
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

/**
 * Returns the values that the chair reported. Until the chair has applied a requested value, an arrow and that value
 * follow.
 */
function useFacts(data: DeviceConfiguration | undefined): Fact[] {
  const texts = useText("device");
  const { empty } = useText("manager");
  const language = useLanguage();
  if (data === undefined) return [];
  const { currency, desired, reported } = data;
  const fact = (
    name: string,
    field: "volume" | "pulseValue" | "gears",
    format: (value: number) => string,
  ): Fact => {
    const now = reported?.[field] ?? null;
    const next = desired?.[field] ?? null;
    const shown = now === null ? empty : format(now);
    return { name, value: next === null || next === now ? shown : `${shown} → ${format(next)}` };
  };
  return [
    fact(texts.volume, "volume", (value) => `${value}%`),
    fact(texts.pulseValue, "pulseValue", (value) => formatMoney(value, currency, language)),
    fact(texts.highestIntensity, "gears", String),
  ];
}
