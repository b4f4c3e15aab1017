import { type Command, InvalidArgumentError } from "commander";
import { type RefundOutcome, retryRefund, settleRefund, type StuckOutcome } from "#features/orders/index.ts";
import { createPayments } from "#features/payments/index.ts";
import {
  type ApprovalOutcome,
  approveRefund,
  refundWithoutRequest,
  type DirectRefundOutcome,
  type RefusalOutcome,
  refuseRefund,
  selectRequests,
  duplicateRefundMinutes,
  type ListedRequest,
} from "#features/orders/refunds/index.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { amount } from "#cli/import/csv-columns.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import {
  addListCommand,
  exceedOption,
  exceedsMoney,
  money,
  parsedAs,
  readNote,
  requireReason,
} from "./command-options.ts";

type RefundDependencies = Parameters<typeof approveRefund>[1];

interface DirectRefundOptions {
  readonly reason: string;
  readonly amount?: number;
  readonly again?: true;
  readonly exceed?: true;
}

export function addRefundCommands(program: Command, terminal: Terminal): void {
  const refund = program.command("refund").description("refunds by the operator");
  addListCommand(refund, terminal, {
    description: "managers' refund requests that are waiting for a decision, oldest first",
    allDescription: "includes decided entries, newest first",
    select: (database, { all, limit }) => selectRequests(database, { includeDecided: all, limit }),
    lineOf,
    singular: "request",
    plural: "requests",
    none: "No requests.",
    noneWaiting: "No requests are waiting.",
  });
  refund
    .command("approve")
    .argument("<order>", "order number or id, as listed")
    .description(
      "approves the request: refunds a payment through its provider, or records that cash is handed over at the counter now",
    )
    .option("--note <text>", "text for the manager")
    .option(...exceedOption)
    .action(async (order: string, options: { note?: string; exceed?: true }) => {
      const note = readNote(options.note);
      const exceed = options.exceed === true;
      const outcome = await decide(terminal, (uow, deps) =>
        approveRefund(uow, deps, { order, note, actor: operator, exceed }),
      );
      terminal.out(describeOutcome(order, outcome));
    });
  refund
    .command("refuse")
    .argument("<order>", "order number or id, as listed")
    .description("rejects the request")
    .requiredOption("--reason <text>", "shown to the manager")
    .action(async (order: string, options: { reason: string }) => {
      const reason = requireReason(options.reason);
      const outcome = await decide(terminal, (uow, deps) =>
        refuseRefund(uow, deps, { order, reason, actor: operator }),
      );
      terminal.out(describeOutcome(order, outcome));
    });
  refund
    .command("give")
    .argument("<order>", "order number or id")
    .description(
      "refunds an ended massage without a request: a payment through its provider, or cash that is handed over now",
    )
    .requiredOption("--reason <text>", "stored in the audit trail")
    .option("--amount <amount>", "e.g. 25 or 12.50 (default: the remaining amount)", readAmount)
    .option("--again", `allows refunding the same amount again within ${duplicateRefundMinutes} minutes`)
    .option(...exceedOption)
    .action(async (order: string, options: DirectRefundOptions) => {
      const directRefund = {
        order,
        amountMinor: options.amount ?? null,
        reason: requireReason(options.reason),
        actor: operator,
        again: options.again === true,
        exceed: options.exceed === true,
      };
      const outcome = await decide(terminal, (uow, deps) => refundWithoutRequest(uow, deps, directRefund));
      terminal.out(describeOutcome(order, outcome));
    });
  addStuckRefundCommands(refund, terminal);
}

function addStuckRefundCommands(refund: Command, terminal: Terminal): void {
  const amountOption = [
    "--amount <amount>",
    "amount of the refund, needed if several refunds of the order have failed",
    readAmount,
  ] as const;
  refund
    .command("retry")
    .argument("<order>", "order number or id")
    .description("requests a failed refund from the payment provider again")
    .option(...amountOption)
    .action(async (order: string, { amount: amountMinor = null }: { amount?: number | null }) => {
      const outcome = await decide(terminal, (uow, deps) =>
        retryRefund(uow, deps, { order, amountMinor, actor: operator }),
      );
      terminal.out(
        `${describeRetry(order, outcome)} is requested again; the order shows when it has arrived.`,
      );
    });
  refund
    .command("settled")
    .argument("<order>", "order number or id")
    .description("records that a failed refund was returned in the provider's back office or by hand")
    .requiredOption("--reason <text>", "how it was returned; stored in the audit trail")
    .option(...amountOption)
    .action(async (order: string, options: { reason: string; amount?: number }) => {
      const { amount: amountMinor = null } = options;
      const reason = requireReason(options.reason);
      const outcome = await decide(terminal, (uow, deps) =>
        settleRefund(uow, deps, { order, amountMinor, reason, actor: operator }),
      );
      terminal.out(`${describeRetry(order, outcome)} is recorded as returned.`);
    });
}

/** Formats a request. If it refers to feedback, its reason is the customer's complaint. */
const lineOf = (request: ListedRequest, includeDecided: boolean): string =>
  [
    request.orderNumber,
    request.requestedAt.toISOString(),
    money(request.amountMinor, request.currency),
    ...(includeDecided ? [request.state] : []),
    request.outletName,
    request.requestedBy ?? "-",
    ...(request.feedbackReference === null
      ? [JSON.stringify(request.reason)]
      : [
          `feedback ${request.feedbackReference}`,
          `customer: ${JSON.stringify(request.reason)}`,
          `manager: ${JSON.stringify(request.feedbackAnswer ?? "")}`,
        ]),
    ...(includeDecided && request.decision !== null ? [`operator: ${JSON.stringify(request.decision)}`] : []),
  ].join("  ");

function readAmount(text: string): number {
  const minor = parsedAs(amount)(text);
  if (minor > 0) return minor;
  throw new InvalidArgumentError("must be more than 0");
}

const decide = <R>(
  terminal: Terminal,
  work: (uow: UnitOfWork, deps: RefundDependencies) => Promise<R>,
): Promise<R> =>
  withDatabase(terminal, (database) => {
    const { clock } = terminal;
    // The command needs no payment provider, since the server requests the refund by an outbox job.
    const payments = createPayments({ database, clock, providers: [], wake: () => undefined });
    return transact(database, (uow) => work(uow, { clock, payments }));
  });

function describeOutcome(
  order: string,
  outcome: ApprovalOutcome | RefusalOutcome | DirectRefundOutcome,
): string {
  switch (outcome.kind) {
    case "noRequest":
      throw new CliFailure(1, `Order "${order}" has no refund request, or it was already decided.`);
    case "refused":
      return `${money(outcome.amountMinor, outcome.currency)} is not refunded; the manager sees the reason.`;
    case "recentlyRefunded":
      throw new CliFailure(
        1,
        `${money(outcome.amountMinor, outcome.currency)} of it was refunded at ${outcome.at.toISOString()}; ` +
          "add --again to refund it once more.",
      );
    case "requestOpen":
      throw new CliFailure(
        1,
        `A manager has requested ${money(outcome.amountMinor, outcome.currency)} of it: approve or refuse that request first.`,
      );
    default:
      return describeRefund(order, outcome);
  }
}

function describeRefund(order: string, outcome: RefundOutcome): string {
  switch (outcome.kind) {
    case "noOrder":
      throw new CliFailure(1, `There is no order "${order}".`);
    case "nothingToReturn":
      throw new CliFailure(1, `Nothing is left to refund: the order is ${outcome.status}.`);
    case "disputed":
      throw new CliFailure(
        1,
        `Nothing is left to refund: the customer's bank has withdrawn ${money(outcome.disputedMinor, outcome.currency)} because of a dispute.`,
      );
    case "tooMuch":
      throw new CliFailure(
        1,
        `No more than ${money(outcome.leftMinor, outcome.currency)} is left to refund.`,
      );
    case "exceeds":
      throw exceedsMoney(outcome);
    case "notPayable":
      throw new CliFailure(1, `An amount in ${outcome.currency} has no decimals.`);
    case "started": {
      const sum = money(outcome.amountMinor, outcome.currency);
      return outcome.online
        ? `${sum} is being refunded through the payment provider; the order shows when it has arrived.`
        : `${sum} is recorded as handed over now.`;
    }
  }
}

/** Returns the amount of the refund. @throws CliFailure for every outcome except `done` */
function describeRetry(order: string, outcome: StuckOutcome): string {
  switch (outcome.kind) {
    case "done":
      return money(outcome.amountMinor, outcome.currency);
    case "noOrder":
      throw new CliFailure(1, `There is no order "${order}".`);
    case "noneStuck":
      throw new CliFailure(1, `No refund of order "${order}" has failed.`);
    case "several": {
      const sums = outcome.amountsMinor.map((minor) => money(minor, outcome.currency));
      throw new CliFailure(1, `Several have failed; select one by --amount: ${sums.join(", ")}.`);
    }
    case "notRefused":
      throw new CliFailure(
        1,
        `${outcome.provider} has not reported that the refund failed; the status of the refund is being requested.`,
      );
  }
}
