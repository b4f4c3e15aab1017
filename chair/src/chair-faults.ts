import { faultCodePattern, maxRefusalLength } from "@reposo/contract/devices/chair-topics.ts";
export const powerCutSteps = ["beforeStore", "afterStore", "afterReply", "whileRunning"] as const;
export type PowerCutStep = (typeof powerCutSteps)[number];

/** Simulated faults of a chair. A fault lasts until it is changed, except the two marked as one-time. */
export interface ChairFaults {
  /** The chair has no network. Massages and the coin acceptor continue to work. */
  readonly offline: boolean;
  /** The chair executes commands, but sends no replies. */
  readonly noReply: boolean;
  /** The chair sends each reply after this delay; 0 for none. */
  readonly lateReplyMs: number;
  /** One-time: number of next replies that are lost. */
  readonly dropReplies: number;
  /**
   * The chair refuses every new command with this reason, except commands after their deadline and repeated starts of
   * an order; null for none.
   */
  readonly refuse: string | null;
  /** One-time: the power fails at this step of the next command or run; null for none. */
  readonly powerCutAt: PowerCutStep | null;
  /** Duration of a simulated power loss, unless the caller of `powerCut` specifies another one. */
  readonly powerOffMs: number;
  /** Every event is sent this many times. */
  readonly eventCopies: number;
  /** Events are sent in random order. */
  readonly shuffleEvents: boolean;
}

export const noFaults: ChairFaults = {
  offline: false,
  noReply: false,
  lateReplyMs: 0,
  dropReplies: 0,
  refuse: null,
  powerCutAt: null,
  powerOffMs: 1000,
  eventCopies: 1,
  shuffleEvents: false,
};

/**
 * A parsed fault of the command line: a change of the chair's `ChairFaults`, an action on the chair, or `none`, which
 * ends all faults.
 */
export type FaultRequest =
  | { readonly kind: "faults"; readonly faults: Partial<ChairFaults> }
  | { readonly kind: "faultCode"; readonly code: string | null }
  | { readonly kind: "none" }
  | { readonly kind: "powerCut" }
  | { readonly kind: "memoryReset" }
  | { readonly kind: "clockJump"; readonly milliseconds: number }
  | { readonly kind: "clockDrift"; readonly rate: number };

export const faultHelp = `Faults:
  offline                 no network until "none"; a massage continues
  noReply                 executes commands without replying
  lateReply=MS            replies MS milliseconds late
  dropReply[=N]           loses the next reply (or the next N)
  refuse[=REASON]         refuses every new command
  faultCode=CODE          reports a fault and ends the massage; faultCode= clears it
  powerCut[=STEP]         power loss now, or once at ${powerCutSteps.join(", ")}
  powerOff=MS             duration of a power loss (default ${noFaults.powerOffMs})
  reboot                  the same as powerCut
  duplicate=N             sends every event N times
  shuffle                 sends events out of order
  memoryReset             clears the memory and begins a new epoch
  clockJump=MS            moves the chair's wall clock (may be negative)
  clockDrift=RATE         lets the wall clock run faster (1.01) or slower (0.99)
  none                    ends all faults`;

const faultsWithoutValue: readonly string[] = [
  "none",
  "offline",
  "noReply",
  "reboot",
  "shuffle",
  "memoryReset",
];

/**
 * Parses a fault of the command line, such as `lateReply=5000`.
 * @throws Error with a message that quotes `text` if the fault is unknown or its value is invalid
 */
export function parseFault(text: string): FaultRequest {
  const [name = "", value] = text.split(/=(.*)/s, 2);
  const faults = (patch: Partial<ChairFaults>): FaultRequest => ({ kind: "faults", faults: patch });
  if (value !== undefined && faultsWithoutValue.includes(name))
    throw new Error(`"${text}": ${name} has no value`);
  switch (name) {
    case "none":
      return { kind: "none" };
    case "offline":
      return faults({ offline: true });
    case "noReply":
      return faults({ noReply: true });
    case "lateReply":
      return faults({ lateReplyMs: numberIn(text, value, 0) });
    case "dropReply":
      return faults({ dropReplies: countIn(text, value ?? "1") });
    case "refuse":
      return faults({ refuse: refusalIn(text, value) });
    case "faultCode":
      return { kind: "faultCode", code: faultCodeIn(text, value) };
    case "powerCut":
      return value === undefined ? { kind: "powerCut" } : faults({ powerCutAt: stepIn(text, value) });
    case "powerOff":
      return faults({ powerOffMs: numberIn(text, value, 0) });
    case "reboot":
      return { kind: "powerCut" };
    case "duplicate":
      return faults({ eventCopies: countIn(text, value) });
    case "shuffle":
      return faults({ shuffleEvents: true });
    case "memoryReset":
      return { kind: "memoryReset" };
    case "clockJump":
      return { kind: "clockJump", milliseconds: numberIn(text, value, Number.NEGATIVE_INFINITY) };
    case "clockDrift":
      return { kind: "clockDrift", rate: numberIn(text, value, 0.01) };
    default:
      throw new Error(`unknown fault "${text}"`);
  }
}

/**
 * Returns the fault code; null if the value is empty, which clears the fault.
 * @throws Error if the protocol does not allow the code
 */
function faultCodeIn(text: string, value = ""): string | null {
  if (value === "") return null;
  if (!new RegExp(faultCodePattern).test(value))
    throw new Error(`"${text}": a fault code has 1 to 32 letters, digits, ".", "_", or "-"`);
  return value;
}

function refusalIn(text: string, value = ""): string {
  if (value.length > maxRefusalLength)
    throw new Error(`"${text}": a reason has at most ${maxRefusalLength} characters`);
  return value === "" ? "refusedOnDemand" : value;
}

function numberIn(text: string, value: string | undefined, min: number): number {
  const number = value === undefined || value === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(number) || number < min)
    throw new Error(`"${text}" needs a number${Number.isFinite(min) ? ` of at least ${min}` : ""}`);
  return number;
}

function countIn(text: string, value: string | undefined): number {
  const count = numberIn(text, value, 1);
  if (!Number.isInteger(count)) throw new Error(`"${text}" needs a whole number`);
  return count;
}

function stepIn(text: string, value: string): PowerCutStep {
  const step = powerCutSteps.find((known) => known === value);
  if (!step) throw new Error(`"${text}" must name one of the steps ${powerCutSteps.join(", ")}`);
  return step;
}
