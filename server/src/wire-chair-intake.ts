import { type ChairIntakeDependencies, createChairIntake } from "#chairs/index.ts";
import { addToDeviceCase, closeGapCases } from "#features/cases/index.ts";
import { lockChairs } from "#features/devices/index.ts";

/** Connects the intake of chair messages, which must not import features, to devices and cases. */
export const wireChairIntake = (
  deps: Omit<ChairIntakeDependencies, "lockChairs" | "reportGap" | "closeGapCases">,
) =>
  createChairIntake({
    ...deps,
    lockChairs,
    reportGap: (uow, { deviceId, epoch, seq, at }) =>
      addToDeviceCase(uow, { kind: "eventGap", deviceId, item: `${epoch}:${seq}`, openedAt: at }),
    closeGapCases,
  });
