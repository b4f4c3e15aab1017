import type { Command } from "commander";
import { decideGift, type GiftDecision, type GiftOutcome } from "#features/feedback/index.ts";
import { type GiftRecord, type ListedGift, selectGifts } from "#features/feedback/gift-coupons/index.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import {
  addListCommand,
  exceedOption,
  exceedsMoney,
  money,
  readNote,
  requireReason,
} from "./command-options.ts";

const reference = ["<feedback>", "reference of the feedback, as listed"] as const;

export function addGiftCommands(program: Command, terminal: Terminal): void {
  const gift = program
    .command("gift")
    .description("gift coupons that managers give with an answer to feedback");
  addListCommand(gift, terminal, {
    description: "requested coupons that are waiting to be approved or refused, oldest first",
    allDescription: "every gift coupon, newest first",
    select: (database, { all, limit }) =>
      selectGifts(
        database,
        { outletIds: null, states: all ? null : ["requested"] },
        { afterId: null, limit, oldestFirst: !all },
      ),
    lineOf,
    singular: "gift coupon",
    plural: "gift coupons",
    none: "No gift coupons.",
    noneWaiting: "No requests are waiting.",
  });
  gift
    .command("approve")
    .argument(...reference)
    .description("gives the customer the requested coupon")
    .option("--note <text>", "text for the manager")
    .option(...exceedOption)
    .action((feedback: string, options: { note?: string; exceed?: true }) =>
      decide(terminal, feedback, {
        approved: true,
        note: readNote(options.note),
        exceed: options.exceed === true,
      }),
    );
  gift
    .command("refuse")
    .argument(...reference)
    .description("rejects the request; the manager sees the reason")
    .requiredOption("--reason <text>", "shown to the manager")
    .action((feedback: string, options: { reason: string }) => {
      const reason = requireReason(options.reason);
      return decide(terminal, feedback, { approved: false, note: reason, exceed: false });
    });
}

const worthOf = ({ valueMinor, currency }: Pick<GiftRecord, "valueMinor" | "currency">): string =>
  valueMinor === null ? "free massage" : money(valueMinor, currency);

const limitTexts = {
  day: "the outlet's limit per day is reached",
  month: "the outlet's limit per month is reached",
  orderAge: "the order is too old",
  value: "worth more than what is left of the order's money",
  ownFeedback: "the manager sent this feedback",
} as const;

const lineOf = (gift: ListedGift, all: boolean): string =>
  [
    gift.reference,
    gift.createdAt.toISOString(),
    worthOf(gift),
    ...(all ? [gift.state] : []),
    gift.outletName,
    `order ${gift.orderNumber}`,
    `by ${gift.givenBy ?? "-"}`,
    ...(gift.exceeded === null ? [] : [limitTexts[gift.exceeded]]),
    ...(gift.couponCode === null ? [] : [gift.couponCode, gift.redeemed ? "redeemed" : "not redeemed"]),
    ...(gift.decision === null ? [] : [`operator: ${JSON.stringify(gift.decision)}`]),
  ].join("  ");

async function decide(
  terminal: Terminal,
  feedback: string,
  decision: Pick<GiftDecision, "approved" | "note" | "exceed">,
): Promise<void> {
  const outcome = await withDatabase(terminal, (database) =>
    transact(database, (uow) =>
      decideGift(uow, terminal.clock, { reference: feedback, ...decision, actor: operator }),
    ),
  );
  terminal.out(describe(feedback, outcome));
}

function describe(feedback: string, outcome: GiftOutcome): string {
  switch (outcome.kind) {
    case "noFeedback":
      throw new CliFailure(1, `There is no feedback "${feedback}".`);
    case "noRequest":
      throw new CliFailure(
        1,
        `No coupon is requested for feedback "${feedback}", or it was already decided.`,
      );
    case "exceeds":
      throw exceedsMoney(outcome);
    case "decided":
      return outcome.couponCode === null
        ? `The coupon (${worthOf(outcome)}) is not given; the manager sees the reason.`
        : `The customer receives coupon ${outcome.couponCode} (${worthOf(outcome)}).`;
  }
}
