import { describe, expect, it } from "vitest";
import { resolveStatus, availabilityOf, type DeviceForStatus, shownFault } from "./devices-rules.ts";

const healthy: DeviceForStatus = {
  online: true,
  fault: null,
  disabledAt: null,
  outletId: "own",
  liveOrder: null,
  unorderedRunEndsAt: null,
};
const disabledAt = new Date("2026-11-01T00:00:00Z");

describe("availability", () => {
  it.each([
    [{}, null],
    [{ online: false }, "offline"],
    [{ fault: "E7" }, "fault"],
    [{ disabledAt }, "disabled"],
    [{ online: false, fault: "E7" }, "fault"],
    [{ online: false, fault: "E7", disabledAt }, "disabled"],
  ])("[START-4] of a chair with %o is denied for the reason %s", (condition, reason) => {
    expect(availabilityOf({ ...healthy, ...condition })).toEqual(
      reason === null ? { kind: "available" } : { kind: "unavailable", reason },
    );
  });

  it("[DEV-1] shows a disabled chair as disabled even if it reports a fault", () => {
    expect(shownFault({ ...healthy, fault: "E7" })).toBe("E7");
    expect(shownFault({ ...healthy, fault: "E7", disabledAt })).toBe("disabled");
    expect(shownFault(healthy)).toBeNull();
  });
});

describe("device-status", () => {
  const outletIds = ["own", "other own"];
  const manager = { kind: "manager", outletIds, permissions: ["stop"] } as const;
  const viewer = { kind: "manager", outletIds, permissions: ["home", "details", "user"] } as const;
  const customer = { kind: "customer", customerId: "me", ticketOrderIds: [] as string[] } as const;
  const foreignOrder = { orderId: "theirs", customerId: "somebody" };
  const ownOrder = { orderId: "mine", customerId: "me" };
  const order = (orderId: string) => ({ kind: "order", orderId });
  const refused = (resultName: string) => ({ kind: "refused", resultName });

  it.each([
    ["a free chair", customer, {}, { kind: "free" }],
    ["a free chair", manager, {}, { kind: "free" }],
    ["a chair of another outlet", manager, { outletId: "foreign" }, refused("deviceOfOtherOutlet")],
    [
      "a chair of another outlet that is in use",
      manager,
      { outletId: "foreign", liveOrder: foreignOrder },
      refused("deviceOfOtherOutlet"),
    ],
    [
      "an offline chair of another outlet",
      manager,
      { outletId: "foreign", online: false },
      refused("deviceOfOtherOutlet"),
    ],
    ["a live order of an own outlet", manager, { liveOrder: foreignOrder }, order("theirs")],
    ["a live order, for a viewer", viewer, { liveOrder: foreignOrder }, { kind: "inUse" }],
    [
      "a live order on a chair that has gone offline",
      manager,
      { liveOrder: foreignOrder, online: false },
      order("theirs"),
    ],
    ["the caller's order", customer, { liveOrder: ownOrder }, order("mine")],
    [
      "the caller's order on a chair that has gone offline",
      customer,
      { liveOrder: ownOrder, online: false },
      order("mine"),
    ],
    ["the caller's order on a faulty chair", customer, { liveOrder: ownOrder, fault: "E7" }, order("mine")],
    ["another customer's order", customer, { liveOrder: foreignOrder }, { kind: "inUse" }],
    ["a massage without an order", customer, { unorderedRunEndsAt: disabledAt }, { kind: "inUse" }],
    ["a massage without an order", manager, { unorderedRunEndsAt: disabledAt }, { kind: "inUse" }],
    [
      "a massage without an order on a faulty chair",
      customer,
      { unorderedRunEndsAt: disabledAt, fault: "E7" },
      refused("deviceUnavailable"),
    ],
    [
      "another customer's order on a chair that has gone offline",
      customer,
      { liveOrder: foreignOrder, online: false },
      refused("deviceUnavailable"),
    ],
    [
      "a manager's order",
      customer,
      { liveOrder: { orderId: "counter", customerId: null } },
      { kind: "inUse" },
    ],
    ["an offline chair", customer, { online: false }, refused("deviceUnavailable")],
    ["a faulty chair", manager, { fault: "E7" }, refused("deviceUnavailable")],
    ["a disabled chair", customer, { disabledAt }, refused("deviceUnavailable")],
  ])("[START-1] returns the status of %s (%o)", (_what, caller, device, answer) => {
    expect(resolveStatus(caller, { ...healthy, ...device })).toEqual(answer);
  });

  it("[START-1] returns the order for which the browser has redeemed a ticket", () => {
    const ticketed = { ...customer, ticketOrderIds: ["theirs"] };
    expect(resolveStatus(ticketed, { ...healthy, liveOrder: foreignOrder })).toEqual(order("theirs"));
  });
});
