import type { ChairMessages } from "#chairs/index.ts";
import { publishEvents } from "#features/live-events/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import { nextStep, payloadOf } from "./configuration-rules.ts";
import { saveReported, selectConfigurationStatus } from "./device-configuration-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { enqueueCommand, resendCommand } from "#features/chair-commands/index.ts";

/**
 * Saves the configurations that chairs report in their states, and sends the requested configuration to online
 * chairs that have neither applied nor refused it.
 */
export const createProcessStates =
  ({ clock }: { readonly clock: Clock }) =>
  async (uow: UnitOfWork, { states }: Pick<ChairMessages, "states">): Promise<void> => {
    const reports = states.flatMap(({ deviceId, state }) =>
      state.online ? [{ deviceId, configuration: state.configuration }] : [],
    );
    if (reports.length === 0) return;
    const now = clock.now();
    const changed = await saveReported(
      uow,
      reports.flatMap(({ deviceId, configuration }) =>
        configuration === undefined ? [] : [{ deviceId, configuration }],
      ),
      now,
    );
    for (const { deviceId, outletId } of changed)
      publishEvents(uow, { name: "device", outletId, subject: deviceId, at: now });
    const ids = reports.map(({ deviceId }) => deviceId);
    for (const status of await selectConfigurationStatus(uow, ids)) {
      const { deviceId, desired } = status;
      const step = nextStep(status, now);
      if (step.kind === "resend") resendCommand(uow, step.commandId, now);
      if (step.kind === "send" && desired !== null)
        enqueueCommand(
          uow,
          { deviceId, type: "configure", orderId: null, configuration: payloadOf(desired) },
          now,
        );
    }
  };
