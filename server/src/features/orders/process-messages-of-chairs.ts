import type { ChairMessages } from "#chairs/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { createProcessCoins } from "./coins/process-coins.ts";
import { settleCoinMeters } from "./coins/settle-coin-meters.ts";
import { createProcessChairMessages } from "./execution/process-chair-messages.ts";
import { createReportMisreportedRuns } from "./execution/report-misreported-runs.ts";
import type { OrderDependencies } from "./record/order-dependencies.ts";

/** Processes a batch of chair messages in the transaction that stores the events: runs first, then coins. */
export function createProcessMessages(dependencies: OrderDependencies) {
  const processRuns = createProcessChairMessages(dependencies);
  const processCoins = createProcessCoins(dependencies);
  const reportMisreportedRuns = createReportMisreportedRuns(dependencies);
  return async (uow: UnitOfWork, messages: ChairMessages): Promise<void> => {
    // Before the states are stored, because the earlier states limit what the chairs could earn until now.
    await settleCoinMeters(uow, messages.states, dependencies.clock.now());
    await processRuns(uow, messages);
    await processCoins(uow, messages.events);
    await reportMisreportedRuns(uow, messages);
  };
}
