import type { Caller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { deviceUnavailable } from "./device-unavailable.ts";
import { deviceInUse } from "./device-in-use.ts";
import { answerStatus } from "./devices-rules.ts";
import type { DeviceRecord } from "./device-record.ts";

type TokenHolder = Exclude<Caller, { kind: "anyone" }>;

/** The id of the order the caller may follow on this chair, or null where it may be started. */
export const deviceStatus =
  (findReachable: (deviceId: string) => Promise<DeviceRecord | null>) =>
  async (caller: TokenHolder, deviceId: string): Promise<string | null> => {
    const device = await findReachable(deviceId);
    if (device === null) throw new ProductError("deviceUnknown");
    const asker =
      caller.kind === "manager"
        ? { kind: caller.kind, outletIds: caller.outletIds }
        : { kind: caller.kind, customerId: caller.customerId, ticketOrderIds: caller.ticketOrderIds ?? [] };
    const answer = answerStatus(asker, device);
    if (answer.kind === "order") return answer.orderId;
    if (answer.kind === "free") return null;
    if (answer.kind === "inUse") throw deviceInUse(device);
    if (answer.resultName === "deviceUnavailable") throw deviceUnavailable(device);
    throw new ProductError(
      answer.resultName,
      answer.resultName === "deviceOfOtherOutlet" && caller.kind === "manager"
        ? { data: { name: caller.name } }
        : {},
    );
  };
