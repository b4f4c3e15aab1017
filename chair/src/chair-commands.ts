import { maxRunSeconds, type PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { recordEvent } from "./chair-events.ts";
import type { ChairTime } from "./chair-clock.ts";
import { endRun } from "./run-end.ts";
import type { MemoryContents, Outcome } from "./chair-memory.ts";
import { isOfOrder, lengthen } from "./massage-run.ts";

export type Command = PayloadOf<"command">;
export interface Answer {
  readonly contents: MemoryContents;
  readonly outcome: Outcome;
  readonly reason?: string;
}

const maxStoredOrders = 64;
const maxStoredCommands = 64;
/**
 * Types of commands whose outcomes are not stored, because they may be repeated safely and the board's memory is small.
 */
const idempotentTypes: ReadonlySet<Command["type"]> = new Set(["identify", "report"]);

/**
 * Computes the outcome of a command and the new memory contents, without side effects. The caller must store `contents`
 * before it starts the motor and sends the reply.
 * @param refuseReason reason with which the simulated fault `refuse` refuses the command; null without this fault
 */
export function answerCommand(
  before: MemoryContents,
  command: Command,
  at: ChairTime,
  refuseReason: string | null = null,
): Answer {
  const known = before.commands.find(({ commandId }) => commandId === command.commandId);
  if (known) return { contents: before, outcome: known.again, ...reasonOf(known) };
  const answer = decide(before, command, at, refuseReason);
  return idempotentTypes.has(command.type)
    ? answer
    : { ...answer, contents: storeCommand(answer, command.commandId) };
}

function decide(
  contents: MemoryContents,
  command: Command,
  at: ChairTime,
  refuseReason: string | null,
): Answer {
  const { orderId } = command;
  const sameOrder =
    command.type === "start" ? contents.orders.find((order) => order.orderId === orderId) : undefined;
  if (sameOrder) return { contents, outcome: sameOrder.again, ...reasonOf(sameOrder) };
  // This outcome is not stored for the order, because the server sends the start again if the chair's clock was wrong.
  if (isExpired(command, at)) return { contents, outcome: "expired" };
  if (refuseReason !== null)
    return settleStart({ contents, outcome: "refused", reason: refuseReason }, command);
  switch (command.type) {
    case "start":
      return settleStart(start(contents, command, at), command);
    case "extend":
      return extend(contents, command);
    case "stop":
      return stop(contents, command, at);
    case "configure":
      return configure(contents, command);
    case "identify":
    case "report":
      return { contents, outcome: "done" };
  }
}

/**
 * Whether the deadline of a command has passed. The command's server time is a lower bound of the current time. With
 * it, even a chair with a slow clock detects a command that was sent after its deadline.
 */
function isExpired(command: Command, at: ChairTime): boolean {
  const nowMs = Math.max(at.wallClockMs ?? Number.NEGATIVE_INFINITY, Date.parse(command.serverTime));
  // A comparison with an invalid date is false, so a command without a valid deadline counts as expired.
  return !(nowMs <= Date.parse(command.notAfter));
}

function start(contents: MemoryContents, command: Command, at: ChairTime): Answer {
  const { orderId, gear, seconds } = command;
  if (orderId === undefined || gear === undefined || !seconds || seconds > maxRunSeconds) {
    return { contents, outcome: "refused", reason: "malformed" };
  }
  if (contents.fault !== null) return { contents, outcome: "refused", reason: "fault" };
  if (contents.run !== null) return { contents, outcome: "refused", reason: "busy" };
  if (gear > contents.configuration.gears) return { contents, outcome: "refused", reason: "gear" };
  const run = {
    source: { kind: "order", orderId },
    gear,
    totalSeconds: seconds,
    startedAtMs: at.stopwatchMs,
    savedSeconds: 0,
  } as const;
  const started = recordEvent({ ...contents, run }, at.wallClockMs, {
    type: "started",
    orderId,
    gear,
    seconds,
  });
  return { contents: started, outcome: "done" };
}

function extend(contents: MemoryContents, command: Command): Answer {
  const { run } = contents;
  const { orderId, seconds } = command;
  if (orderId === undefined || !seconds) return { contents, outcome: "refused", reason: "malformed" };
  if (run === null || !isOfOrder(run, orderId)) return { contents, outcome: "refused", reason: "notRunning" };
  if (run.totalSeconds + seconds > maxRunSeconds) return { contents, outcome: "refused", reason: "tooLong" };
  return { contents: { ...contents, run: lengthen(run, seconds) }, outcome: "done" };
}

/**
 * Ends the run. A stop with an order ID ends only the run of that order. A stop without an order ID ends any run. If a
 * stop arrives before the start of its order, the chair stores a refusal for the order, so that it refuses the start.
 */
function stop(contents: MemoryContents, command: Command, at: ChairTime): Answer {
  const { orderId } = command;
  if (orderId === undefined || isOfOrder(contents.run, orderId)) {
    return { contents: endRun(contents, at, { type: "stopped", reason: "command" }), outcome: "done" };
  }
  if (contents.orders.some((order) => order.orderId === orderId)) return { contents, outcome: "done" };
  const refusal: Answer = { contents, outcome: "refused", reason: "stopped" };
  return { contents: storeOrder(refusal, orderId), outcome: "done" };
}

/** Applies a configuration, unless its version is older than the current one. */
function configure(contents: MemoryContents, { configuration }: Command): Answer {
  if (configuration === undefined) return { contents, outcome: "refused", reason: "malformed" };
  const { version } = contents.configuration;
  if (configuration.version < version) return { contents, outcome: "refused", reason: "outdated" };
  if (configuration.version === version) return { contents, outcome: "done" };
  const next = { ...contents.configuration, ...configuration };
  return { contents: { ...contents, configuration: next }, outcome: "done" };
}

/**
 * Stores the outcome of a start as final for its order. Otherwise, a refused start could run when the server repeats
 * it.
 */
function settleStart(answer: Answer, command: Command): Answer {
  if (command.type !== "start" || command.orderId === undefined) return answer;
  return { ...answer, contents: storeOrder(answer, command.orderId) };
}

function storeOrder(answer: Answer, orderId: string): MemoryContents {
  const orders = [...answer.contents.orders, { orderId, ...repetitionOf(answer) }];
  return { ...answer.contents, orders: orders.slice(-maxStoredOrders) };
}

function storeCommand(answer: Answer, commandId: string): MemoryContents {
  const commands = [...answer.contents.commands, { commandId, ...repetitionOf(answer) }];
  return { ...answer.contents, commands: commands.slice(-maxStoredCommands) };
}

/** Returns the outcome and the reason with which the chair replies if the command is repeated. */
const repetitionOf = (answer: Answer): { again: Outcome; reason?: string } => ({
  again: answer.outcome === "done" ? "duplicate" : answer.outcome,
  ...reasonOf(answer),
});

const reasonOf = ({ reason }: { reason?: string | undefined }): { reason?: string } =>
  reason === undefined ? {} : { reason };
