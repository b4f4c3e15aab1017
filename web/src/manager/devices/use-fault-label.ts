import { useCallback } from "react";
import type { Labels } from "#manager/shared/session/account.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";

export type FaultLabel = (fault: string) => string;

/** Returns a function that returns the text of a fault code or of `disabled`. */
export function useFaultLabel(labels: Labels | null): FaultLabel {
  const texts = useText("manager");
  const faults = labels?.deviceStatus;
  return useCallback(
    (fault: string) =>
      faults?.find((entry) => entry.value === fault)?.label ??
      (fault === "disabled" ? texts.disabled : fill(texts.fault, { code: fault })),
    [faults, texts],
  );
}
