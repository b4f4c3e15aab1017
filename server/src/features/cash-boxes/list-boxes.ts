import type { cashBoxes } from "@reposo/contract/revenue/cash-boxes.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { selectBoxes } from "./boxes-store.ts";
import type { CashBoxesDependencies } from "./collection-access.ts";
import { viewBox } from "./cash-boxes-view.ts";

type Reply = ReplyOf<typeof cashBoxes>;

/** Returns the expected contents of every cash box of the requested outlets, and their sum for each outlet (CASH-5). */
export async function listBoxes(
  { database, clock }: CashBoxesDependencies,
  caller: ManagerCaller,
  request: RequestOf<typeof cashBoxes>,
): Promise<Reply> {
  const asOf = clock.now().toISOString();
  const boxes = (await selectBoxes(database, requireOutlets(caller, request))).map(viewBox);
  const outlets = new Map<string, Reply["outlets"][number]>();
  for (const { areaId, areaName, currency, cash } of boxes) {
    const sum = outlets.get(areaId) ?? { areaId, areaName, currency, cash: 0, boxes: 0 };
    outlets.set(areaId, { ...sum, cash: sum.cash + cash, boxes: sum.boxes + 1 });
  }
  return { asOf, outlets: [...outlets.values()], boxes };
}
