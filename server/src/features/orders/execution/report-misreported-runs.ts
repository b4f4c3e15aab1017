import type { ChairMessages } from "#chairs/index.ts";
import { addToDeviceCase } from "#features/cases/index.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { findMisreportedRuns } from "./misreported-runs-store.ts";

/**
 * Opens a case of each chair that reported a run twice, or a run that lasted longer than its bought time. Must be called
 * after the events are processed, because an event may confirm an extension or contain a coin of the run.
 */
export const createReportMisreportedRuns =
  ({ clock }: Pick<OrderDependencies, "clock">) =>
  async (uow: UnitOfWork, { events }: ChairMessages): Promise<void> => {
    for (const { deviceId, runId } of await findMisreportedRuns(uow, events))
      await addToDeviceCase(uow, { kind: "runMisreported", deviceId, item: runId, openedAt: clock.now() });
  };
