import type { PositionStatus } from "@reposo/contract/outlets/outlet-positions.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** A position in degrees (WGS 84). */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

export interface ProposalRecord extends Position {
  readonly proposalId: number;
  readonly outletId: string;
  readonly status: PositionStatus | "replaced";
  readonly proposedAt: Date;
  /** Display name of the manager's account. */
  readonly proposedBy: string;
  /** When the proposal was accepted, refused, or replaced; null while it is waiting. */
  readonly decidedAt: Date | null;
  /** The operator's reason for a refusal; null for other proposals. */
  readonly reason: string | null;
}

/** A proposal as managers see it: replaced proposals are never shown. */
export type ShownProposal = ProposalRecord & { readonly status: PositionStatus };

export interface ListedProposal extends ProposalRecord {
  readonly outletName: string;
  /** The outlet's current position; null if it has no coordinates. */
  readonly present: Position | null;
}

const columns = sql`p.proposal_id AS "proposalId", p.outlet_id AS "outletId", p.latitude, p.longitude, p.status,
  p.proposed_at AS "proposedAt", account.display_name AS "proposedBy", p.decided_at AS "decidedAt", p.reason`;
const tables = sql`position_proposal p JOIN account ON account.account_id = p.proposed_by`;

/**
 * Locks an outlet's row until the transaction ends, which serialises proposals and decisions for the outlet.
 * @returns the outlet's current position, null if it has no coordinates, or undefined if the outlet does not exist
 */
export async function lockPosition(uow: UnitOfWork, outletId: string): Promise<Position | null | undefined> {
  const found = await sql<{ latitude: number | null; longitude: number | null }>`
    SELECT latitude, longitude FROM outlet WHERE outlet_id = ${outletId} FOR NO KEY UPDATE`.execute(uow);
  const [outlet] = found.rows;
  return outlet && positionOf(outlet);
}

const positionOf = (from: { latitude: number | null; longitude: number | null }): Position | null =>
  from.latitude === null || from.longitude === null
    ? null
    : { latitude: from.latitude, longitude: from.longitude };

/** Returns the waiting proposal of an outlet, or else the last decided one, or else null. */
export async function latestProposal(db: Querier, outletId: string): Promise<ShownProposal | null> {
  return sql<ShownProposal>`
    SELECT ${columns} FROM ${tables} WHERE p.outlet_id = ${outletId} AND p.status <> 'replaced'
    ORDER BY p.proposal_id DESC LIMIT 1`.rowOrNull(db);
}

/** Inserts a waiting proposal. The outlet must not have another waiting proposal. */
export async function insertProposal(
  uow: UnitOfWork,
  proposed: Position & { readonly outletId: string; readonly accountId: string; readonly at: Date },
): Promise<void> {
  await sql`
    INSERT INTO position_proposal (outlet_id, latitude, longitude, proposed_by, proposed_at)
    VALUES (${proposed.outletId}, ${proposed.latitude}, ${proposed.longitude}, ${proposed.accountId},
      ${proposed.at})`.execute(uow);
}

export async function proposalById(db: Querier, proposalId: number): Promise<ProposalRecord | null> {
  return sql<ProposalRecord>`
    SELECT ${columns} FROM ${tables} WHERE p.proposal_id = ${proposalId}`.rowOrNull(db);
}

interface ProposalDecision {
  readonly proposalId: number;
  readonly status: "replaced" | "accepted" | "refused";
  readonly at: Date;
  readonly actor: string;
  readonly reason: string | null;
}

/** Ends a waiting proposal. @throws Error if it is not waiting */
export async function endProposal(uow: UnitOfWork, decided: ProposalDecision): Promise<void> {
  const written = await sql`
    UPDATE position_proposal SET status = ${decided.status}, decided_at = ${decided.at},
      decided_by = ${decided.actor}, reason = ${decided.reason}
    WHERE proposal_id = ${decided.proposalId} AND status = 'waiting' RETURNING 1`.execute(uow);
  if (written.rows.length !== 1) throw new Error(`position proposal ${decided.proposalId} is not waiting`);
}

export async function moveOutlet(uow: UnitOfWork, outletId: string, to: Position): Promise<void> {
  await sql`
    UPDATE outlet SET latitude = ${to.latitude}, longitude = ${to.longitude}
    WHERE outlet_id = ${outletId}`.execute(uow);
}

/** Returns at most `limit` waiting proposals, oldest first; with `all`, proposals in any status, newest first. */
export async function selectProposals(
  db: Querier,
  { all, limit }: { readonly all: boolean; readonly limit: number },
): Promise<ListedProposal[]> {
  const found = await sql<
    Omit<ListedProposal, "present"> & { outletLatitude: number | null; outletLongitude: number | null }
  >`
    SELECT ${columns}, o.name AS "outletName", o.latitude AS "outletLatitude", o.longitude AS "outletLongitude"
    FROM ${tables} JOIN outlet o ON o.outlet_id = p.outlet_id
    WHERE ${all} OR p.status = 'waiting'
    ORDER BY ${all ? sql`p.proposal_id DESC` : sql`p.proposal_id`} LIMIT ${limit}`.execute(db);
  return found.rows.map(({ outletLatitude: latitude, outletLongitude: longitude, ...proposal }) => ({
    ...proposal,
    present: positionOf({ latitude, longitude }),
  }));
}
