import type { Page } from "playwright-core";
import type { ManagerAccount, Network } from "#stage/network.ts";
import type { ScreenState } from "./screen-state.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { insertRows } from "@reposo/server/test/database/insert-rows.ts";

type To = (address: string, selector: string) => (page: Page) => Promise<void>;

const map = "[data-map=shown], main [class*=notice-banner]";

/**
 * Returns the states of outlet locations with pending, accepted, and refused corrections. Steps do not depend on the
 * language.
 */
export async function placeStates(
  { addOutlet, database }: Network,
  { account }: ManagerAccount,
  outletId: string,
  to: To,
): Promise<ScreenState[]> {
  const { account_id: accountId } = await sql<{
    account_id: string;
  }>`SELECT account_id FROM account WHERE login_name = ${account}`.firstRow(database);

  async function addCorrected(status: "waiting" | "accepted" | "refused", reason: string | null = null) {
    const corrected = await addOutlet({ name: "Glorietta 2" });
    await insertRows(database, "outlet_manager", [{ outlet_id: corrected, account_id: accountId }]);
    if (status === "accepted")
      await sql`UPDATE outlet SET latitude = 14.550872, longitude = 121.026103 WHERE outlet_id = ${corrected}`.execute(
        database,
      );
    const decided = status === "waiting" ? {} : { decided_at: new Date(), decided_by: "reposo command line" };
    await insertRows(database, "position_proposal", [
      {
        outlet_id: corrected,
        latitude: 14.550872,
        longitude: 121.026103,
        proposed_by: accountId,
        proposed_at: new Date(),
        status,
        reason,
        decided_at: null,
        decided_by: null,
        ...decided,
      },
    ]);
    return corrected;
  }
  const correction = async (
    name: string,
    ...proposal: Parameters<typeof addCorrected>
  ): Promise<ScreenState> => ({
    name,
    role: "manager",
    open: to(`/pages/location/open?areaId=${await addCorrected(...proposal)}`, "main [class*=badge]"),
  });
  const propose = `/pages/location/choose?areaId=${outletId}`;

  return [
    {
      name: "outlet",
      role: "manager",
      open: to(`/pages/outlet/outlet?areaId=${outletId}`, "[data-currency]"),
    },
    { name: "outlet-unknown", role: "manager", open: to("/pages/outlet/outlet?areaId=none", "[role=alert]") },
    { name: "places", role: "manager", open: to("/pages/location/open", "main li a") },
    { name: "place", role: "manager", open: to(`/pages/location/open?areaId=${outletId}`, map) },
    { name: "place-unknown", role: "manager", open: to("/pages/location/open?areaId=none", "[role=alert]") },
    {
      name: "place-choose",
      role: "manager",
      open: to("/pages/location/choose?latitude=14.5&longitude=121", map),
    },
    { name: "place-propose", role: "manager", open: to(propose, map) },
    {
      name: "place-propose-refused",
      role: "manager",
      open: async (page) => {
        await to(propose, map)(page);
        await page.locator("main button").last().click();
        await page.locator("main [role=alert]").last().waitFor();
      },
    },
    await correction("place-waiting", "waiting"),
    await correction("place-accepted", "accepted"),
    await correction("place-refused", "refused", "That is the entrance of the car park, not of the mall"),
  ];
}
