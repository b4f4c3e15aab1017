import { dateTimeFormatter, dayAndMonth } from "@reposo/contract/text/date-styles.ts";
import { importAdverts } from "#features/adverts/index.ts";
import { importCoupons } from "#features/coupons/index.ts";
import { importDevices } from "#features/device-import/index.ts";
import { createAccount } from "#features/login/index.ts";
import { importOutlets } from "#features/outlets/index.ts";
import { importPrices } from "#features/prices/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import {
  demoAccounts,
  demoOutlets,
  offlineChair,
  offlineSince,
  servicedChair,
  unpricedChair,
} from "./demo-network.ts";
import { demoAdverts, demoCoupons, demoPriceGroup, demoPrices, pastCoupons } from "./demo-offers.ts";
import { addManagers, setOfflineSince, setOutOfService } from "./demo-state-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const dayMs = 86_400_000;

/** Loads outlets, prices, chairs, coupons, adverts, and accounts. @throws Error if a row or an account is refused */
export async function loadNetwork(uow: UnitOfWork, clock: Clock): Promise<void> {
  const now = clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  const firstDay = ago(Math.max(...demoOutlets.map((outlet) => outlet.openedDaysAgo)) + 1);
  requireSuccess(await importOutlets(uow, demoOutlets, firstDay));
  requireSuccess(await importPrices(uow, demoPrices, firstDay));
  // Chairs are imported per outlet, since the chairs of each outlet were installed when it opened.
  for (const outlet of demoOutlets)
    requireSuccess(
      await importDevices(
        uow,
        outlet.deviceIds.map((deviceId) => ({
          deviceId,
          outletId: outlet.outletId,
          priceGroupId: deviceId === unpricedChair ? null : demoPriceGroup(outlet.currency),
          disabled: false,
        })),
        ago(outlet.openedDaysAgo + 1),
        "demo",
      ),
    );
  requireSuccess(await importCoupons(uow, demoCoupons, now));
  requireSuccess(await importCoupons(uow, pastCoupons(now), firstDay));
  requireSuccess(await importAdverts(uow, demoAdverts, now));
  await setOfflineSince(uow, offlineChair, offlineSince(now));
  const until = dateTimeFormatter("en_US", dayAndMonth)(new Date(now.getTime() + 2 * dayMs));
  await setOutOfService(uow, servicedChair, now, `The leather cover is being replaced until ${until}`);

  for (const account of demoAccounts) {
    const outcome = await createAccount(
      uow,
      clock,
      { ...account, country: "PH", currency: "PHP", timeZone: "Asia/Manila" },
      "demo",
    );
    if (outcome.kind !== "created") throw new Error(`demo account ${account.loginName}: ${outcome.kind}`);
    const outletManager = account.loginName === "demo.viewer" ? "demo.manager" : account.loginName;
    const outlets = demoOutlets.filter((outlet) => outlet.manager === outletManager);
    await addManagers(
      uow,
      outcome.accountId,
      outlets.map((outlet) => outlet.outletId),
    );
  }
}

function requireSuccess({ problems }: { problems: readonly { column: string; message: string }[] }): void {
  const [problem] = problems;
  if (problem) throw new Error(`the demo network: ${problem.column}: ${problem.message}`);
}
