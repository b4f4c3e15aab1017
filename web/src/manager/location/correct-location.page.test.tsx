import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import type { Permission } from "@reposo/contract/permissions.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { locatedOutletOf } from "#test/data/outlet-data.ts";
import { createGate, type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage, type Page } from "#test/open-page.ts";

const address = "/pages/location/open?areaId=outlet-1";

type Proposal = NonNullable<ReplyOf<Endpoints["positionProposal"]>>;

const proposalOf = (fields: Partial<Proposal> = {}): Proposal => ({
  proposalId: "1",
  areaId: "outlet-1",
  latitude: 14.585012,
  longitude: 121.056498,
  status: "waiting",
  proposedAt: instantAfter(0),
  proposedBy: "Maria Santos",
  decidedAt: null,
  reason: null,
  ...fields,
});

const openOutlet = (handlers: Handlers = {}, permissions: readonly Permission[] | null = null) =>
  openPage(address, {
    session: managerSession,
    api: {
      ...managerHandlers(permissions === null ? {} : { permissions: [...permissions] }),
      outletList: () => [locatedOutletOf()],
      positionProposal: () => null,
      ...handlers,
    },
  });

const coordinates = (page: Page) => page.getByLabelText<HTMLInputElement>("Coordinates").value;

it("[LOC-1] shows a correction as pending, the new position once it is accepted, and the reason of a refusal", async () => {
  const page = await openOutlet({ positionProposal: () => proposalOf() });
  await page.findText("Waiting for approval");
  await page.find("heading", "Suggested location");
  await page.find("link", "Change suggestion");
  await page.findText("14.585012, 121.056498");
  await page.findText(/^Suggested by \W?Maria Santos/);
  expect(coordinates(page)).toBe("14.5847, 121.0569");

  page.api.on("outletList", () => [locatedOutletOf({ latitude: 14.585012, longitude: 121.056498 })]);
  page.api.on("positionProposal", () => proposalOf({ status: "accepted", decidedAt: instantAfter(20) }));
  await page.waitUntil(() => page.getByText("Approved"));
  await page.until(() => expect(coordinates(page)).toBe("14.585012, 121.056498"));

  const refused = await openOutlet({
    positionProposal: () =>
      proposalOf({ status: "refused", decidedAt: instantAfter(0), reason: "That is the car park" }),
  });
  await refused.findText("Declined");
  await refused.findText(/^Reason: \W?That is the car park/);
  expect(coordinates(refused)).toBe("14.5847, 121.0569");
});

it("[LOC-1] shows why a position is invalid, does not send it, and shows the server's refusal", async () => {
  const page = await openOutlet({
    proposePosition: ({ latitude }) => {
      throw new Refusal(
        latitude === 0 ? "positionImplausible" : "positionUnchanged",
        latitude === 0 ? "0, 0 is not a valid position" : "The outlet is already at this position",
      );
    },
  });
  await page.tap("link", "Suggest a correction");
  await page.fill("Latitude", "91");
  await page.tap("button", "Send for approval");
  await page.findText("A number from -90 to 90");
  expect(page.api.calls("proposePosition")).toEqual([]);
  for (const [latitude, longitude, message] of [
    ["14.5847", "121.0569", "The outlet is already at this position"],
    ["0", "0", "0, 0 is not a valid position"],
  ] as const) {
    await page.fill("Latitude", latitude);
    await page.fill("Longitude", longitude);
    await page.tap("button", "Send for approval");
    await page.findText(message, await page.find("alert"));
  }
});

it("[LOC-1] sends a correction, and returns to the outlet's location", async () => {
  const page = await openOutlet({ proposePosition: () => proposalOf() });
  await page.tap("link", "Suggest a correction");
  await page.find("heading", "SM Megamall");
  await page.fill("Latitude", "14.585012");
  await page.fill("Longitude", "121.056498");
  page.api.on("positionProposal", () => proposalOf());
  await page.tap("button", "Send for approval");
  await page.findText("Waiting for approval");
  await page.atAddress("/pages/location/open");
  expect(page.api.calls("proposePosition").map(({ request }) => request)).toEqual([
    { areaId: "outlet-1", latitude: 14.585012, longitude: 121.056498 },
  ]);
});

it("[LOC-1] has the same title as the link, which differs for an outlet without a position, and a neutral one until the outlet is known", async () => {
  const page = await openOutlet();
  await page.tap("link", "Suggest a correction");
  await page.find("heading", "Suggest a correction");

  const unplaced = () => [locatedOutletOf({ latitude: null, longitude: null })];
  const other = await openOutlet({ outletList: unplaced });
  await other.tap("link", "Suggest a location");
  await other.find("heading", "Suggest a location");

  const gate = createGate();
  const reloaded = await openPage("/pages/location/choose?areaId=outlet-1", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      outletList: async () => {
        await gate.opened;
        return unplaced();
      },
    },
  });
  await reloaded.find("heading", "Location");
  gate.open();
  await reloaded.find("heading", "Suggest a location");
});

it("[LOC-1] needs the permission for details, and an outlet of the account", async () => {
  const page = await openOutlet({}, ["home", "user"]);
  await page.until(() => page.getByLabelText("Coordinates"));
  expect(page.queryByRole("link", { name: "Suggest a correction" })).toBeNull();

  const unknown = await openPage("/pages/location/choose?areaId=nobodys", {
    session: managerSession,
    api: { ...managerHandlers(), outletList: () => [locatedOutletOf()] },
  });
  await unknown.findText("Outlet not found");
});
