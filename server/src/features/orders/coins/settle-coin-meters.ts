import type { ChairMessages } from "#chairs/index.ts";
import { lockChairs } from "#features/devices/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { loadCoinMeters, saveCoinMeters } from "./coin-meters-store.ts";
import { allowanceOf, dayLimitOf } from "./quarantine-rules.ts";

/**
 * Computes what chairs could have earned until now, before states with another coin counter replace the earlier ones.
 * Otherwise, a chair could claim with one state what it cannot have earned according to the earlier states.
 */
export async function settleCoinMeters(
  uow: UnitOfWork,
  states: ChairMessages["states"],
  now: Date,
): Promise<void> {
  const reported = states.flatMap(({ deviceId, state, isRetained }) =>
    state.online && !isRetained ? [{ deviceId, epoch: state.epoch, coinCounter: state.coinCounter }] : [],
  );
  if (reported.length === 0) return;
  await lockChairs(
    uow,
    reported.map(({ deviceId }) => deviceId),
  );
  const meters = await loadCoinMeters(uow, reported, now);
  if (meters.length === 0) return;
  const settled = meters.map((meter) => {
    const allowanceMinor = allowanceOf(meter, dayLimitOf(meter, meter.usualDayMinor), now);
    return { ...meter, allowanceMinor, allowanceAt: now };
  });
  await saveCoinMeters(uow, settled, now);
}
