import { closeCaseAbout, openCase, reopenCase } from "#features/cases/index.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { type ChairReport, type PresenceChange, writePresence } from "./presence-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * A change of the expected end of a run without an order is not published up to this size, because a delayed message
 * can cause it.
 */
const sameEndMs = 5_000;

/**
 * Stores the reports of chairs, and publishes the changes that managers or customers see. A chair becomes offline by
 * the state `online: false`. The broker publishes this state, the chair's MQTT last will, when the connection to the
 * chair is lost. The chair itself publishes it before a clean disconnect.
 * @returns the changes by device ID, without unknown IDs
 */
export async function recordPresence(
  uow: UnitOfWork,
  reports: readonly ChairReport[],
  now: Date,
): Promise<Map<string, PresenceChange>> {
  if (reports.length === 0) return new Map();
  const changes = await writePresence(uow, reports, now);
  for (const change of changes) await updateIdentityCase(uow, change, now);
  for (const { deviceId, ...change } of changes)
    if (isVisible(change))
      publishEvents(uow, { name: "device", outletId: change.outletId, subject: deviceId, at: now });
  return new Map(changes.map((change) => [change.deviceId, change]));
}

/** Opens a case while several boards use the identity of a chair, and counts their take-overs in it. */
async function updateIdentityCase(
  uow: UnitOfWork,
  { deviceId, ...change }: PresenceChange & { readonly deviceId: string },
  now: Date,
): Promise<void> {
  const about = { kind: "identityShared", subject: deviceId } as const;
  if (change.wasIdentityShared && !change.isIdentityShared)
    return closeCaseAbout(uow, { ...about, closedAt: now });
  if (!change.isIdentityShared || change.takeovers === change.takeoversBefore) return;
  const detail = { takeovers: change.takeovers, bootIds: [change.bootIdBefore, change.bootId] };
  const opened = { ...about, deviceId, orderId: null, detail, openedAt: now };
  if (!(await openCase(uow, opened))) await reopenCase(uow, opened, { replacesDetail: true });
}

function isVisible(change: PresenceChange): boolean {
  if (change.wasOnline !== change.online || change.faultBefore !== change.fault) return true;
  const { unorderedRunEndsBefore: before, unorderedRunEndsAt: after } = change;
  if (before === null || after === null) return before !== after;
  return Math.abs(after.getTime() - before.getTime()) > sameEndMs;
}
