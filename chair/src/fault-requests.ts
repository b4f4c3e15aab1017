import { type FaultRequest, noFaults } from "./chair-faults.ts";
import type { VirtualChair } from "./chair-interface.ts";

export function applyFault(chair: VirtualChair, request: FaultRequest): void {
  switch (request.kind) {
    case "faults":
      return chair.setFaults(request.faults);
    case "faultCode":
      return chair.setFaultCode(request.code);
    case "powerCut":
      return chair.powerCut();
    case "memoryReset":
      return chair.resetMemory();
    case "clockJump":
      return chair.clock.jump(request.milliseconds);
    case "clockDrift":
      return chair.clock.drift(request.rate);
    case "none":
      chair.setFaults(noFaults);
      return chair.setFaultCode(null);
  }
}
