import type { VirtualChair } from "#chair-interface.ts";
import type { ChairOperator, ManualAction } from "./chair-operator.ts";

const powerOffMs = 100;

export function createVirtualOperator(chair: VirtualChair): ChairOperator {
  const actions: Record<ManualAction, () => void> = {
    insertCoin: () => chair.insertCoin(10_00, "PHP"),
    pressStop: () => chair.pressStop(),
    cutPower: () => chair.powerCut(powerOffMs),
    causeFault: () => chair.setFaultCode("E7"),
    clearFault: () => chair.setFaultCode(null),
  };
  return {
    async perform(action) {
      actions[action]();
      return true;
    },
    close: () => undefined,
  };
}
