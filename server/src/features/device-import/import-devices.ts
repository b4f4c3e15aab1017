import { formatMoney } from "@reposo/contract/money/money.ts";
import { publishEvents } from "#features/live-events/index.ts";
import {
  completeRows,
  findProblems,
  type ImportOutcome,
  type PartialRow,
  type Refuse,
  writeRows,
} from "#features/outlets/index.ts";
import {
  type DeviceFacts,
  lockKnownDevices,
  referencesOf,
  type References,
  selectUncollectedCash,
  type UncollectedCash,
  upsertDevices,
} from "./device-import-store.ts";
import { isDeviceId } from "#features/devices/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Defaults of a new chair. Without a price group, a chair has no prices, so customers cannot order massages on it.
 */
export const newDeviceDefaults = { priceGroupId: null, disabled: false } as const;

/** A row of the devices file; the import leaves absent fields of an existing chair unchanged. */
export type DeviceRow = Omit<DeviceFacts, keyof typeof newDeviceDefaults> & Partial<DeviceFacts>;

/** Creates and updates chairs. The reported state and the secrets of existing chairs stay unchanged. */
export async function importDevices(
  uow: UnitOfWork,
  given: readonly PartialRow<DeviceRow>[],
  now: Date,
  actor: string,
): Promise<ImportOutcome> {
  const known = await lockKnownDevices(
    uow,
    given.flatMap((row) => row.deviceId ?? []),
  );
  const rows = completeRows<DeviceFacts>(
    given,
    (row) => {
      const {
        outOfServiceReason: _,
        currentOutletId: _outlet,
        ...facts
      } = known.get(row.deviceId ?? "") ?? {};
      return facts;
    },
    newDeviceDefaults,
  );
  const references = await referencesOf(uow, rows);
  const uncollectedCash = await selectUncollectedCash(uow, rows);
  const problems = findProblems(rows, ["deviceId", (row) => row.deviceId], (row, refuse) =>
    validateRow(row, refuse, references, uncollectedCash.get(row.deviceId ?? "")),
  );
  return writeRows<DeviceFacts>(rows, problems, async (valid) => {
    const written = await upsertDevices(uow, valid, now);
    for (const { deviceId, disabled } of valid) {
      const before = known.get(deviceId)?.outOfServiceReason ?? null;
      if (!disabled || before === null) continue;
      // The import as a whole has an audit entry. A disabled chair gets another one only if a manager had taken it out
      // of service, because the import deletes the manager's reason.
      const detail = { before, after: null };
      addAuditEntry(uow, {
        at: now,
        actor,
        action: "device.disabled",
        subject: `device:${deviceId}`,
        detail,
      });
    }
    for (const { deviceId, outletId } of written)
      publishEvents(uow, { name: "device", outletId, subject: deviceId, at: now });
    // The event makes the open pages of the chair's earlier outlet refetch their data, so that they no longer show it.
    const left = written.flatMap(({ deviceId, outletId }) => {
      const before = known.get(deviceId)?.currentOutletId ?? outletId;
      return before === outletId ? [] : [before];
    });
    for (const outletId of new Set(left))
      publishEvents(uow, { name: "outlet", outletId, subject: outletId, at: now });
    const created = written.filter((device) => device.created).length;
    return { created, changed: written.length - created };
  });
}

function validateRow(
  { deviceId, outletId, priceGroupId }: PartialRow<DeviceFacts>,
  refuse: Refuse,
  known: References,
  uncollected: UncollectedCash | undefined,
): void {
  if (deviceId !== undefined && !isDeviceId(deviceId))
    refuse("deviceId", "a chair's id is 4 to 20 capital letters and digits");
  const outletCurrency = known.outlets.get(outletId ?? "");
  if (outletId !== undefined && outletCurrency === undefined)
    refuse("outletId", `there is no outlet "${outletId}"`);
  // The contents of a cash box are one amount, and amounts of different currencies cannot be added.
  if (uncollected !== undefined) {
    const amount = formatMoney(uncollected.amountMinor, uncollected.currency, "en_US");
    refuse(
      "outletId",
      `has another currency (${outletCurrency}), and the cash box holds ${amount}: record a collection before moving the chair`,
    );
  }
  if (priceGroupId === null || priceGroupId === undefined) return;
  const groupCurrency = known.priceGroups.get(priceGroupId);
  if (groupCurrency === undefined) refuse("priceGroupId", `there is no price group "${priceGroupId}"`);
  else if (outletCurrency !== undefined && outletCurrency !== groupCurrency)
    refuse("priceGroupId", `is in ${groupCurrency}, the outlet's currency is ${outletCurrency}`);
}
