import type { changeService as changeServiceEndpoint } from "@reposo/contract/devices/devices.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { maxServiceReasonLength } from "@reposo/contract/text/text-limits.ts";
import { findDevice, lockDevice } from "#features/devices/devices-store.ts";
import { ownDevice, requireOwnOutlet } from "#features/devices/device-access.ts";
import { viewDevice } from "#features/devices/devices-view.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { writeService } from "./device-actions-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/**
 * Takes a chair out of service with a reason, or returns it to service.
 * @throws ProductError for a missing or too long reason; deviceUnknown, deviceOfOtherOutlet; deviceDisabled for a chair
 *   that the operator disabled, which only the operator can enable
 */
export async function changeService(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  caller: ManagerCaller,
  { deviceId: givenId, inService, reason: given = "" }: RequestOf<typeof changeServiceEndpoint>,
): Promise<ReplyOf<typeof changeServiceEndpoint>> {
  const reason = inService ? null : given;
  if (reason === "") throw invalidField("reason", "required");
  if (reason !== null && countCharacters(reason) > maxServiceReasonLength)
    throw invalidField("reason", "tooLong");
  const { deviceId } = await ownDevice(database, caller, givenId);
  await transact(database, async (uow) => {
    const before = await lockDevice(uow, deviceId);
    if (before === null) throw new ProductError("deviceUnknown");
    // The operator may have moved the chair since the check.
    requireOwnOutlet(caller, before);
    if (before.disabledAt !== null && before.outOfServiceReason === null)
      throw new ProductError("deviceDisabled");
    if (before.outOfServiceReason === reason) return;
    const at = clock.now();
    await writeService(uow, deviceId, {
      disabledAt: reason === null ? null : (before.disabledAt ?? at),
      reason,
    });
    addAuditEntry(uow, {
      at,
      actor: actorOf(caller),
      action: reason === null ? "device.returnedToService" : "device.outOfService",
      subject: `device:${deviceId}`,
      detail: { before: before.outOfServiceReason, after: reason },
    });
    publishEvents(uow, { name: "device", outletId: before.outletId, subject: deviceId, at });
  });
  const device = await findDevice(database, deviceId);
  if (device === null) throw new ProductError("deviceUnknown");
  return viewDevice(device);
}
