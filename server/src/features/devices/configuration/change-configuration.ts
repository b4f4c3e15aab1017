import { enqueueCommand } from "#features/orders/index.ts";
import { announce } from "#features/live-events/index.ts";
import { writeAudit } from "#platform/postgres/audit-trail.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { type ConfigurationValues, mergeChange, payloadOf } from "./configuration-rules.ts";
import { insertConfiguration, lockDevice, selectConfigurationStatus } from "./device-configuration-store.ts";

export interface ConfigurationChange {
  readonly deviceId: string;
  /** Fields that are left out keep their value. */
  readonly values: Partial<ConfigurationValues>;
  /** As in the audit trail. */
  readonly actor: string;
  readonly at: Date;
}

/**
 * Requests a new version of a chair's configuration and sends it to a chair that is online; an offline one receives it
 * when it reports again. A change to the present values requests nothing.
 * @returns whether the chair exists
 */
export async function changeConfiguration(
  tx: Transaction,
  { deviceId, values, actor, at }: ConfigurationChange,
): Promise<boolean> {
  const device = await lockDevice(tx, deviceId);
  if (device === null) return false;
  const [status] = await selectConfigurationStatus(tx, [deviceId]);
  const before = status?.desired ?? null;
  const merged = mergeChange(before, values);
  if (merged === null) return true;
  const configuration = {
    ...merged,
    version: Math.max(before?.version ?? 0, status?.reported?.version ?? 0) + 1,
    at,
  };
  await insertConfiguration(tx, { ...configuration, deviceId, requestedBy: actor });
  await writeAudit(tx, {
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
    await enqueueCommand(
      tx,
      { deviceId, type: "configure", orderId: null, configuration: payloadOf(configuration) },
      at,
    );
  await announce(tx, { name: "device", outletId: device.outletId, subject: deviceId, at });
  return true;
}
