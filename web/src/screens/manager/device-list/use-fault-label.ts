import { useCallback } from "react";
import type { FaultLabel } from "#features/devices/index.ts";
import type { Launched } from "#features/session/index.ts";
import { fill, useText } from "#platform/i18n.tsx";

/** What a fault is called: by the dictionary where it knows the code, else by the code itself. */
export function useFaultLabel(launched: Launched): FaultLabel {
  const texts = useText("manager");
  const faults = launched.dictionary?.entries.deviceStatus;
  return useCallback(
    (fault: string) =>
      faults?.find((entry) => entry.value === fault)?.label ??
      (fault === "disabled" ? texts.disabled : fill(texts.fault, { code: fault })),
    [faults, texts],
  );
}
