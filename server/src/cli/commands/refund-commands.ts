import { currencyLabels } from "@reposo/contract/money.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { type Command, InvalidArgumentError } from "commander";
import { type RefundOutcome, retryRefund, settleRefund, type StuckOutcome } from "#features/orders/index.ts";
import { createPayments } from "#features/payments/index.ts";
import {
  type ApprovalOutcome,
  approveRefund,
  giveRefund,
  type GivingOutcome,
  type RefusalOutcome,
  refuseRefund,
  selectRequests,
  slipMinutes,
  type WaitingRequest,
} from "#features/orders/refunds/index.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { amount, BadCell } from "#cli/import/csv-columns.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Wires = Parameters<typeof approveRefund>[1];

const money = (minor: number, currency: Currency): string =>
  `${currencyLabels[currency]} ${(minor / 100).toFixed(2)}`;

export function addRefundCommands(program: Command, terminal: Terminal): void {
  const refund = program.command("refund").description("money that is given back by hand");
  refund
    .command("list")
    .description("what managers have asked for and waits to be approved or refused, oldest first")
    .option("--all", "what was decided too, newest first")
    .option("--limit <n>", "how many at most (500)", readLimit)
    .action((options: { all?: true; limit?: number }) => list(terminal, options));
  refund
    .command("approve")
    .argument("<order>", "order number or id, as listed")
    .description(
      "gives what was asked for: a payment through its company, cash as handed over at the counter now",
    )
    .option("--note <text>", "to the manager")
    .action(async (order: string, options: { note?: string }) => {
      const note = options.note?.trim() || null;
      const outcome = await decide(terminal, (uow, wires) =>
        approveRefund(uow, wires, { order, note, actor: operator }),
      );
      terminal.out(tellOf(order, outcome));
    });
  refund
    .command("refuse")
    .argument("<order>", "order number or id, as listed")
    .description("gives nothing of what was asked for")
    .requiredOption("--reason <text>", "why; the manager reads it")
    .action(async (order: string, options: { reason: string }) => {
      const why = said(options.reason);
      const outcome = await decide(terminal, (uow, wires) =>
        refuseRefund(uow, wires, { order, why, actor: operator }),
      );
      terminal.out(tellOf(order, outcome));
    });
  refund
    .command("give")
    .argument("<order>", "order number or id")
    .description(
      "gives an ended massage's money back unasked: a payment through its company, cash as handed over now",
    )
    .requiredOption("--reason <text>", "why; kept in the audit trail")
    .option("--amount <amount>", "e.g. 25 or 12.50 (all that is left)", readAmount)
    .option("--again", `the same amount once more within ${slipMinutes} minutes, on purpose`)
    .action(async (order: string, options: { reason: string; amount?: number; again?: true }) => {
      const giving = {
        order,
        amountMinor: options.amount ?? null,
        reason: said(options.reason),
        actor: operator,
        again: options.again === true,
      };
      const outcome = await decide(terminal, (uow, wires) => giveRefund(uow, wires, giving));
      terminal.out(tellOf(order, outcome));
    });
  addStuckRefundCommands(refund, terminal);
}

function addStuckRefundCommands(refund: Command, terminal: Terminal): void {
  const which = [
    "--amount <amount>",
    "which one, where several of the order have failed",
    readAmount,
  ] as const;
  refund
    .command("retry")
    .argument("<order>", "order number or id")
    .description("asks the payment company anew for a refund that it said had failed")
    .option(...which)
    .action(async (order: string, { amount: amountMinor = null }: { amount?: number | null }) => {
      const outcome = await decide(terminal, (uow, wires) =>
        retryRefund(uow, wires, { order, amountMinor, actor: operator }),
      );
      terminal.out(`${tellOfStuck(order, outcome)} is asked for anew; the order shows when it has arrived.`);
    });
  refund
    .command("settled")
    .argument("<order>", "order number or id")
    .description("writes down that a failed refund was returned in the company's back office or by hand")
    .requiredOption("--reason <text>", "how it was returned; kept in the audit trail")
    .option(...which)
    .action(async (order: string, options: { reason: string; amount?: number }) => {
      const { amount: amountMinor = null } = options;
      const reason = said(options.reason);
      const outcome = await decide(terminal, (uow, wires) =>
        settleRefund(uow, wires, { order, amountMinor, reason, actor: operator }),
      );
      terminal.out(`${tellOfStuck(order, outcome)} is written down as returned.`);
    });
}

function list(
  terminal: Terminal,
  { all: decidedToo = false, limit = 500 }: { all?: boolean; limit?: number },
): Promise<void> {
  return withDatabase(terminal, async (database) => {
    const found = await selectRequests(database, { decidedToo, limit: limit + 1 });
    for (const asked of found.slice(0, limit)) terminal.out(lineOf(asked, decidedToo));
    if (found.length > limit) terminal.out(`The first ${limit} are shown; --limit says how many.`);
    else if (decidedToo) terminal.out(found.length === 0 ? "No requests." : `${found.length} requests.`);
    else terminal.out(found.length === 0 ? "No requests wait." : `${found.length} waiting.`);
  });
}

/** Told apart where both have spoken: the reason of a feedback's request is the customer's. */
const lineOf = (asked: WaitingRequest, decidedToo: boolean): string =>
  [
    asked.orderNumber,
    asked.requestedAt.toISOString(),
    money(asked.amountMinor, asked.currency),
    ...(decidedToo ? [asked.state] : []),
    asked.outletName,
    asked.requestedBy ?? "-",
    ...(asked.feedbackReference === null
      ? [JSON.stringify(asked.reason)]
      : [
          `feedback ${asked.feedbackReference}`,
          `customer: ${JSON.stringify(asked.reason)}`,
          `manager: ${JSON.stringify(asked.feedbackAnswer ?? "")}`,
        ]),
    ...(decidedToo && asked.decision !== null ? [`operator: ${JSON.stringify(asked.decision)}`] : []),
  ].join("  ");

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("a whole number from 1 on");
}

function readAmount(text: string): number {
  try {
    const minor = amount.read(text);
    if (minor > 0) return minor;
  } catch (error) {
    if (error instanceof BadCell) throw new InvalidArgumentError(error.message);
    throw error;
  }
  throw new InvalidArgumentError("nothing would be given back");
}

function said(reason: string): string {
  const words = reason.trim();
  if (words === "") throw new CliFailure(2, "--reason must say why.");
  return words;
}

const decide = <R>(terminal: Terminal, work: (uow: UnitOfWork, wires: Wires) => Promise<R>): Promise<R> =>
  withDatabase(terminal, (database) => {
    const { clock } = terminal;
    // Asking the company is the server's: the job lies in the outbox, beside a running server or for the next one.
    const payments = createPayments({ database, clock, providers: [], wake: () => undefined });
    return transact(database, (uow) => work(uow, { clock, payments }));
  });

function tellOf(order: string, outcome: ApprovalOutcome | RefusalOutcome | GivingOutcome): string {
  switch (outcome.kind) {
    case "noRequest":
      throw new CliFailure(1, `Nothing is asked for of order "${order}", or it was decided already.`);
    case "refused":
      return `${money(outcome.amountMinor, outcome.currency)} is not given back; the manager reads why.`;
    case "givenBefore":
      throw new CliFailure(
        1,
        `${money(outcome.amountMinor, outcome.currency)} of it was given back at ${outcome.at.toISOString()}; ` +
          "add --again where it is to be given once more.",
      );
    case "askedFor":
      throw new CliFailure(
        1,
        `A manager has asked for ${money(outcome.amountMinor, outcome.currency)} of it: approve or refuse that first.`,
      );
    default:
      return tellOfRefund(order, outcome);
  }
}

function tellOfRefund(order: string, outcome: RefundOutcome): string {
  switch (outcome.kind) {
    case "noOrder":
      throw new CliFailure(1, `There is no order "${order}".`);
    case "nothingToReturn":
      throw new CliFailure(1, `Nothing is left to give back: the order is ${outcome.status}.`);
    case "tooMuch":
      throw new CliFailure(
        1,
        `No more than ${money(outcome.leftMinor, outcome.currency)} is left to give back.`,
      );
    case "begun": {
      const sum = money(outcome.amountMinor, outcome.currency);
      return outcome.online
        ? `${sum} is on its way back through the payment company; the order shows when it has arrived.`
        : `${sum} is written down as handed back now.`;
    }
  }
}

/** The sum, where something was done. */
function tellOfStuck(order: string, outcome: StuckOutcome): string {
  switch (outcome.kind) {
    case "done":
      return money(outcome.amountMinor, outcome.currency);
    case "noOrder":
      throw new CliFailure(1, `There is no order "${order}".`);
    case "noneStuck":
      throw new CliFailure(1, `No refund of order "${order}" has failed.`);
    case "several": {
      const sums = outcome.amountsMinor.map((minor) => money(minor, outcome.currency));
      throw new CliFailure(1, `Several have failed; say which by --amount: ${sums.join(", ")}.`);
    }
    case "notRefused":
      throw new CliFailure(1, `${outcome.provider} has not said that it failed; it is being asked.`);
  }
}
