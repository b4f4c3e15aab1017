import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { positionProposal, proposePosition } from "@reposo/contract/outlets/outlet-positions.ts";
import { outletList } from "@reposo/contract/outlets/outlets.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

const megamall = { latitude: 14.5847, longitude: 121.0569 };
const entrance = { latitude: 14.585012, longitude: 121.056498 };

/** Creates an outlet and its manager, and returns functions that call the API as this manager. */
async function openOutlet(position: typeof megamall | null = megamall) {
  const outletId = await makeOutlet(world.owner, { name: "SM Megamall" });
  if (position !== null)
    await sql`
      UPDATE outlet SET latitude = ${position.latitude}, longitude = ${position.longitude}
      WHERE outlet_id = ${outletId}`.execute(world.owner);
  const { token, caller } = await makeManager(world.owner, { outletIds: [outletId] });
  const as = <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
    call(world.http, endpoint, { areaId: outletId, ...fields }, { "access-token": token });
  const propose = (at: Record<string, unknown>) => as(proposePosition, at);
  const latest = async () => (await as(positionProposal, {})).data;
  const readPosition = async () => {
    const [outlet] = (await call(world.http, outletList, undefined, { "access-token": token })).data;
    return { latitude: outlet?.latitude, longitude: outlet?.longitude };
  };
  return { outletId, accountId: caller.accountId, propose, latest, readPosition };
}

async function reposo(...args: string[]) {
  return runPrinting(["outlet", ...args], { env: { DATABASE_URL: databaseUrlOf(world.test.connection) } });
}

const auditTrailOf = async (outletId: string) =>
  (
    await sql<{ actor: string; action: string; detail: Record<string, unknown> }>`
      SELECT actor, action, detail FROM audit_entry WHERE subject = ${`outlet:${outletId}`} ORDER BY audit_id`.execute(
      world.owner,
    )
  ).rows;

const statusesOf = async (outletId: string) =>
  (
    await sql<{ status: string }>`
      SELECT status FROM position_proposal WHERE outlet_id = ${outletId} ORDER BY proposal_id`.execute(
      world.owner,
    )
  ).rows.map(({ status }) => status);

describe("a proposed position", () => {
  it("[LOC-1] waits for the operator, and becomes the outlet's position when the operator accepts it", async () => {
    const outlet = await openOutlet();
    expect(await outlet.latest()).toBeNull();
    const { data } = await outlet.propose(entrance);
    expect(data).toMatchObject({ ...entrance, status: "waiting", proposedBy: "Maria Santos", reason: null });
    expect(await outlet.latest()).toEqual(data);
    expect(await outlet.readPosition()).toEqual(megamall);

    const { proposalId } = data;
    const listed = await reposo("positions");
    expect(listed.out).toContain(
      `${outlet.outletId} "SM Megamall"  14.585012, 121.056498  now 14.5847, 121.0569  by Maria Santos`,
    );
    expect(await reposo("accept-position", proposalId)).toEqual({
      code: 0,
      out: [
        `${outlet.outletId} is now at 14.585012, 121.056498 (before: 14.5847, 121.0569).`,
        "Enter this position in the outlets file too; importing the earlier position moves the outlet back.",
      ].join("\n"),
    });
    expect(await outlet.readPosition()).toEqual(entrance);
    expect(await outlet.latest()).toMatchObject({ proposalId, status: "accepted", reason: null });
    expect((await reposo("positions")).out).not.toContain(outlet.outletId);

    const subject = { proposalId: Number(proposalId), from: megamall, to: entrance };
    expect(await auditTrailOf(outlet.outletId)).toEqual([
      {
        actor: `manager:${outlet.accountId}`,
        action: "position.proposed",
        detail: { ...subject, replaced: null },
      },
      { actor: "reposo command line", action: "position.accepted", detail: { ...subject, reason: null } },
    ]);
    expect(await reposo("accept-position", proposalId)).toEqual({
      code: 1,
      out: `Position proposal ${proposalId} was already accepted.`,
    });
    expect((await reposo("refuse-position", proposalId, "--reason", "no")).code).toBe(1);
    expect(await outlet.readPosition()).toEqual(entrance);
  });

  it("[LOC-1] can be refused with a reason for the manager, and the outlet keeps its position", async () => {
    const outlet = await openOutlet(null);
    const { proposalId } = (await outlet.propose(entrance)).data;
    expect((await reposo("refuse-position", proposalId)).code).toBe(2);
    expect((await reposo("refuse-position", proposalId, "--reason", "  ")).code).toBe(2);
    expect(await reposo("refuse-position", proposalId, "--reason", "That is the car park")).toEqual({
      code: 0,
      out: `${outlet.outletId} stays at no position; the manager sees the reason.`,
    });
    expect(await outlet.latest()).toMatchObject({ status: "refused", reason: "That is the car park" });
    expect(await outlet.readPosition()).toEqual({ latitude: null, longitude: null });
    expect((await auditTrailOf(outlet.outletId)).map(({ action }) => action)).toEqual([
      "position.proposed",
      "position.refused",
    ]);
    expect((await reposo("positions", "--all")).out).toContain('operator: "That is the car park"');
    expect((await reposo("accept-position", proposalId)).out).toContain("was already refused");
    // The same position may be proposed again.
    expect((await outlet.propose(entrance)).data.status).toBe("waiting");
  });

  it("[LOC-1] replaces a waiting proposal, which can no longer be decided", async () => {
    const outlet = await openOutlet();
    const first = (await outlet.propose(entrance)).data;
    const second = (await outlet.propose({ ...entrance, latitude: 14.586 })).data;
    expect(await statusesOf(outlet.outletId)).toEqual(["replaced", "waiting"]);
    expect(await reposo("accept-position", first.proposalId)).toEqual({
      code: 1,
      out: `Position proposal ${first.proposalId} was replaced by a newer proposal; \`outlet positions\` lists it.`,
    });
    expect(await outlet.readPosition()).toEqual(megamall);
    // A retry returns the same proposal.
    expect((await outlet.propose({ ...entrance, latitude: 14.586 })).data).toEqual(second);
    expect(await statusesOf(outlet.outletId)).toEqual(["replaced", "waiting"]);
    expect(await reposo("accept-position", "999999999")).toEqual({
      code: 1,
      out: "There is no position proposal 999999999.",
    });
    expect((await reposo("accept-position", "first")).code).toBe(2);
  });

  it("[LOC-1] is the only waiting one of its outlet, even if several managers propose concurrently", async () => {
    const outlet = await openOutlet();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => outlet.propose({ ...entrance, latitude: 15 + index / 100 })),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200));
    expect((await statusesOf(outlet.outletId)).toSorted()).toEqual([...Array(7).fill("replaced"), "waiting"]);
  });

  it("[LOC-1] is decided once if several operators decide concurrently", async () => {
    const outlet = await openOutlet();
    const { proposalId } = (await outlet.propose(entrance)).data;
    const outcomes = await Promise.all([
      reposo("accept-position", proposalId),
      reposo("refuse-position", proposalId, "--reason", "no"),
      reposo("accept-position", proposalId),
    ]);
    expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(outcomes.filter(({ code }) => code === 1)).toHaveLength(2);
    const decided = (await auditTrailOf(outlet.outletId)).filter(
      ({ action }) => action !== "position.proposed",
    );
    expect(decided).toHaveLength(1);
  });

  it.each([
    [{ latitude: 90.1 }, "latitude"],
    [{ longitude: -180.5 }, "longitude"],
    [{ latitude: "north" }, "latitude"],
    [{ longitude: undefined }, "longitude"],
    [{ height: 3 }, "height"],
  ])("[LOC-1] is refused with the invalid fields %j", async (wrong, path) => {
    const outlet = await openOutlet();
    const answer = await outlet.propose({ ...entrance, ...wrong });
    expect(answer).toMatchObject({ code: 400, data: { fields: [{ path }] } });
    expect(await outlet.latest()).toBeNull();
  });

  it("[LOC-1] is refused if it is the current position or 0, 0", async () => {
    const outlet = await openOutlet();
    expect(await outlet.propose({ latitude: 14.58470004, longitude: 121.0569 })).toMatchObject({
      code: 20607,
      message: "The outlet is already at this position",
    });
    expect(await outlet.propose({ latitude: 0, longitude: 0.0000001 })).toMatchObject({
      code: 20608,
      message: "0, 0 is not a valid position. Please enter the outlet's coordinates.",
    });
    expect((await outlet.propose({ latitude: 0, longitude: 109.34 })).code).toBe(200);
    expect(await statusesOf(outlet.outletId)).toEqual(["waiting"]);
  });
});
