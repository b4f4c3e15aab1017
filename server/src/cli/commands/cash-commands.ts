import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import type { Command } from "commander";
import { findDevice } from "#features/devices/index.ts";
import {
  type CoinReview,
  type CoinKey,
  reviewQuarantinedCoin,
  defaultOrderTimes,
  listQuarantinedCoins,
  type QuarantinedCoin,
  setCoinLimit,
  waitingCoinsOf,
} from "#features/orders/index.ts";
import { createPayments } from "#features/payments/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { CliFailure, type Terminal, unescapeControls } from "#cli/terminal.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { addListCommand, integerFrom, money, readNote, requireReason } from "./command-options.ts";

interface Choice {
  readonly device?: string;
  readonly note: string | null;
  readonly accepted: boolean;
}

export function addCashCommands(program: Command, terminal: Terminal): void {
  const cash = program
    .command("cash")
    .description("quarantined coins, which are not booked until the operator decides");
  addListCommand(cash, terminal, {
    description: "lists coins that are waiting to be accepted or rejected, oldest first",
    allDescription: "includes decided entries, newest first",
    select: listQuarantinedCoins,
    lineOf,
    singular: "coin",
    plural: "coins",
    none: "No coins were held back.",
    noneWaiting: "No coins are waiting.",
  });
  cash
    .command("accept")
    .argument("[coins...]", "coins, as listed")
    .option("--device <id>", "every waiting coin of this chair", normaliseDeviceId)
    .option("--note <text>", "stored in the audit trail")
    .description("books the coins as income at the time of their insertion")
    .action((coins: string[], options: { device?: string; note?: string }) =>
      decide(terminal, coins, { ...options, note: readNote(options.note), accepted: true }),
    );
  cash
    .command("reject")
    .argument("[coins...]", "coins, as listed")
    .option("--device <id>", "every waiting coin of this chair", normaliseDeviceId)
    .requiredOption("--reason <text>", "stored in the audit trail")
    .description("rejects the coins, which then never count as income")
    .action((coins: string[], { reason, ...options }: { device?: string; reason: string }) =>
      decide(terminal, coins, { ...options, note: requireReason(reason), accepted: false }),
    );
  cash
    .command("limit")
    .argument("<group>", "price group")
    .argument("<coins>", "coins a minute, from 1 to 600", integerFrom(1, 600))
    .description(
      "sets how many coins per minute are booked for each chair of a price group before further coins are quarantined (default 30)",
    )
    .action((group: string, coins: number) => limit(terminal, group, coins));
}

const keyText = ({ deviceId, epoch, seq }: CoinKey): string => `${deviceId}:${epoch}:${seq}`;

function readKey(text: string): CoinKey {
  const [, deviceId, epoch, number] =
    /^([A-Z0-9]{4,20}):(.{1,64}):([1-9]\d{0,15})$/is.exec(unescapeControls(text)) ?? [];
  const seq = Number(number);
  if (deviceId === undefined || epoch === undefined || !Number.isSafeInteger(seq))
    throw new CliFailure(2, `"${text}" is not a coin as "cash list" prints it (DEVICE:EPOCH:NUMBER).`);
  return { deviceId: normaliseDeviceId(deviceId), epoch, seq };
}

const worthOf = ({ amountMinor, currency }: QuarantinedCoin): string =>
  amountMinor === 0 ? "no amount" : money(amountMinor, currency);

const reasons = {
  amount: "implausible amount",
  currency: "not the outlet's currency",
  counter: "coin counter does not match",
  rate: "too many coins a minute",
  epoch: "coin counter of a new epoch does not continue",
  state: "more than the coin counter in the chair's state",
  earnings: "more than the chair can have earned",
} as const;

const lineOf = (coin: QuarantinedCoin, all: boolean): string =>
  [
    keyText(coin),
    coin.occurredAt.toISOString(),
    worthOf(coin),
    `outlet ${coin.outletId}`,
    reasons[coin.reason],
    ...(all ? [coin.state] : []),
    ...(coin.note === null ? [] : [JSON.stringify(coin.note)]),
  ].join("  ");

async function decide(terminal: Terminal, given: readonly string[], choice: Choice): Promise<void> {
  if ((given.length === 0) === (choice.device === undefined))
    throw new CliFailure(2, "Name the coins, or a chair with --device.");
  const { clock } = terminal;
  await withDatabase(terminal, async (database) => {
    // Coins involve no payment provider.
    const payments = createPayments({ database, clock, providers: [], wake: () => undefined });
    const dependencies = { clock, payments, times: defaultOrderTimes };
    const keys =
      choice.device === undefined ? given.map(readKey) : await waitingCoinsOf(database, choice.device);
    let refused = 0;
    for (const key of keys) {
      const outcome = await transact(database, (uow) =>
        reviewQuarantinedCoin(uow, dependencies, {
          ...key,
          accepted: choice.accepted,
          note: choice.note,
          actor: operator,
        }),
      );
      const text = describe(keyText(key), outcome);
      if (outcome.kind === "decided") terminal.out(text);
      else {
        terminal.err(text);
        refused += 1;
      }
    }
    // The reason for each coin is printed above, so a failure of a single coin needs no further message.
    if (refused > 0)
      throw new CliFailure(
        1,
        keys.length > 1
          ? `${refused} of ${keys.length} coins were not ${choice.accepted ? "accepted" : "rejected"}.`
          : "",
      );
    if (choice.device === undefined || keys.length > 0) return;
    // A mistyped ID must not look like a chair whose coins are all decided.
    if ((await findDevice(database, choice.device)) === null)
      throw new CliFailure(1, `There is no chair "${choice.device}".`);
    terminal.out(`No coins of ${choice.device} are waiting.`);
  });
}

function describe(coin: string, outcome: CoinReview): string {
  switch (outcome.kind) {
    case "unknown":
      return `There is no coin ${coin} that was held back.`;
    case "alreadyDecided":
      return `Coin ${coin} was already ${outcome.coin.state}.`;
    case "withoutAmount":
      return `The chair did not report what coin ${coin} was worth; it can only be rejected.`;
    case "decided":
      return `${coin} ${outcome.coin.state} (${worthOf(outcome.coin)}).`;
  }
}

function limit(terminal: Terminal, priceGroupId: string, coins: number): Promise<void> {
  return withDatabase(terminal, async (database) => {
    const isKnown = await transact(database, async (uow) => {
      const written = await setCoinLimit(uow, priceGroupId, coins);
      if (written)
        addAuditEntry(uow, {
          at: terminal.clock.now(),
          actor: operator,
          action: "priceGroup.coinLimit",
          subject: `priceGroup:${priceGroupId}`,
          detail: { coinsPerMinute: coins },
        });
      return written;
    });
    if (!isKnown) throw new CliFailure(1, `There is no price group "${priceGroupId}".`);
    terminal.out(`The limit for each chair of ${priceGroupId} is now ${coins} coins a minute.`);
  });
}
