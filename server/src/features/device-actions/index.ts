import { createChangeService } from "./change-service.ts";
import type { DeviceActionsParts } from "./device-actions-parts.ts";
import { createIdentification, createIdentifyDevice } from "./identify-device.ts";
import { createStartTestRun, createTestRun } from "./start-test-run.ts";

export type DeviceActions = ReturnType<typeof createDeviceActions>;

/** What managers do with a chair besides starting and stopping it. */
export function createDeviceActions(parts: DeviceActionsParts) {
  return {
    changeService: createChangeService(parts),
    identify: createIdentifyDevice(parts),
    identification: createIdentification(parts),
    startTestRun: createStartTestRun(parts),
    testRun: createTestRun(parts),
  };
}
