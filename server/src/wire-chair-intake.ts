import { type ChairIntakeDependencies, createChairIntake } from "#chairs/index.ts";
import { addToDeviceCase, closeGapCases } from "#features/cases/index.ts";
import { lockChairs } from "#features/devices/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import type { AppDependencies } from "./host.ts";

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

/** A chair may send the events of three hours at once: after a time without connection, it sends all at once. */
const burstMinutes = 180;

export const chairLimits = ({ limits: { chairEventsPerMinute: perMinute } }: AppDependencies["config"]) => ({
  eventLimit: { perMinute, burst: perMinute * burstMinutes },
});

/** Opens a case because a chair sends too many events. */
export const openEventExcessCase = (database: Database, deviceId: string, at: Date): Promise<void> =>
  transact(database, async (uow) => {
    if (!(await lockChairs(uow, [deviceId])).has(deviceId)) return;
    await addToDeviceCase(uow, { kind: "eventExcess", deviceId, item: at.toISOString(), openedAt: at });
  });
