import { lockDevice } from "#features/devices/devices-store.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { type ConfigurationValues, mergeChange, payloadOf } from "./configuration-rules.ts";
import { insertConfiguration, selectConfigurationStatus } from "./device-configuration-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { enqueueCommand } from "#features/chair-commands/index.ts";

export interface ConfigurationChange {
  readonly deviceId: string;
  /** Omitted fields keep their value. */
  readonly values: Partial<ConfigurationValues>;
  /** The actor of the audit entry. */
  readonly actor: string;
  readonly at: Date;
}

/**
 * Stores a new version of a chair's requested configuration, and sends it if the chair is online. An offline chair
 * receives it when it next reports its state. If no value changes, no version is created.
 * @returns whether the chair exists
 */
export async function changeConfiguration(
  uow: UnitOfWork,
  { deviceId, values, actor, at }: ConfigurationChange,
): Promise<boolean> {
  // The lock ensures that concurrent changes get different versions.
  const device = await lockDevice(uow, deviceId);
  if (device === null) return false;
  const [status] = await selectConfigurationStatus(uow, [deviceId]);
  const before = status?.desired ?? null;
  const merged = mergeChange(before, values);
  if (merged === null) return true;
  const configuration = {
    ...merged,
    version: Math.max(before?.version ?? 0, status?.reported?.version ?? 0) + 1,
    at,
  };
  await insertConfiguration(uow, { ...configuration, deviceId, requestedBy: actor });
  addAuditEntry(uow, {
    at,
    actor,
    action: "device.configure",
    subject: `device:${deviceId}`,
    detail: {
      version: configuration.version,
      before: before && payloadOf(before),
      after: payloadOf(configuration),
    },
  });
  if (device.online)
    enqueueCommand(
      uow,
      { deviceId, type: "configure", orderId: null, configuration: payloadOf(configuration) },
      at,
    );
  publishEvents(uow, { name: "device", outletId: device.outletId, subject: deviceId, at });
  return true;
}
