import type { Command } from "commander";
import {
  decidePosition,
  type ListedProposal,
  type PositionOutcome,
  selectProposals,
} from "#features/outlets/index.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { addListCommand, integerFrom, requireReason } from "./command-options.ts";

const id = ["<id>", "number of the proposal, as listed", integerFrom(1)] as const;

export function addOutletCommands(program: Command, terminal: Terminal): void {
  const outlet = program.command("outlet").description("corrected outlet positions that managers propose");
  addListCommand(outlet, terminal, {
    name: "positions",
    description: "proposed positions that are waiting for a decision, oldest first",
    allDescription: "every proposal, newest first",
    select: selectProposals,
    lineOf,
    singular: "proposal",
    plural: "proposals",
    none: "No proposals.",
    noneWaiting: "No proposals are waiting.",
  });
  outlet
    .command("accept-position")
    .argument(...id)
    .description("moves the outlet to the proposed position")
    .action((proposalId: number) =>
      decide(terminal, proposalId, (uow) =>
        decidePosition(uow, terminal.clock, {
          proposalId,
          actor: operator,
          status: "accepted",
          reason: null,
        }),
      ),
    );
  outlet
    .command("refuse-position")
    .argument(...id)
    .description("rejects the proposal; the outlet keeps its position")
    .requiredOption("--reason <text>", "shown to the manager")
    .action((proposalId: number, options: { reason: string }) => {
      const reason = requireReason(options.reason);
      return decide(terminal, proposalId, (uow) =>
        decidePosition(uow, terminal.clock, { proposalId, actor: operator, status: "refused", reason }),
      );
    });
}

type Position = NonNullable<ListedProposal["present"]>;
const coordinates = (at: Position | null): string =>
  at === null ? "no position" : `${at.latitude}, ${at.longitude}`;

const lineOf = (proposal: ListedProposal, all: boolean): string =>
  [
    proposal.proposalId,
    proposal.proposedAt.toISOString(),
    ...(all ? [proposal.status] : []),
    `${proposal.outletId} ${JSON.stringify(proposal.outletName)}`,
    coordinates(proposal),
    `now ${coordinates(proposal.present)}`,
    `by ${proposal.proposedBy}`,
    ...(proposal.reason === null ? [] : [`operator: ${JSON.stringify(proposal.reason)}`]),
  ].join("  ");

async function decide(
  terminal: Terminal,
  proposalId: number,
  work: (uow: UnitOfWork) => Promise<PositionOutcome>,
): Promise<void> {
  const outcome = await withDatabase(terminal, (database) => transact(database, work));
  terminal.out(describe(proposalId, outcome));
}

const refusals = {
  replaced: "was replaced by a newer proposal; `outlet positions` lists it",
  accepted: "was already accepted",
  refused: "was already refused",
} as const;

function describe(proposalId: number, outcome: PositionOutcome): string {
  switch (outcome.kind) {
    case "noProposal":
      throw new CliFailure(1, `There is no position proposal ${proposalId}.`);
    case "notWaiting":
      throw new CliFailure(1, `Position proposal ${proposalId} ${refusals[outcome.status]}.`);
    case "decided": {
      const { outletId, before, after } = outcome;
      return after === null
        ? `${outletId} stays at ${coordinates(before)}; the manager sees the reason.`
        : `${outletId} is now at ${coordinates(after)} (before: ${coordinates(before)}).\n` +
            "Enter this position in the outlets file too; importing the earlier position moves the outlet back.";
    }
  }
}
