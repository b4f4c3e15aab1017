import { randomUUID } from "node:crypto";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";

/** obeys; refuses every start; hears nothing; hears and obeys, and nobody hears it. */
export type ChairMode = "obeys" | "refuses" | "deaf" | "unheard";

export type Word =
  | {
      readonly to: "reply";
      readonly payload: PayloadOf<"reply">;
      readonly toStart?: string;
      readonly toStop?: string;
      /** The command that asked for more minutes. */
      readonly toExtend?: string;
    }
  | { readonly to: "state"; readonly payload: PayloadOf<"state"> }
  | { readonly to: "event"; readonly payload: PayloadOf<"event"> };

interface Run {
  readonly orderId: string;
  readonly gear: number;
  readonly startedMs: number;
  endsMs: number;
}

/** A chair by the protocol's word, on a clock that stands still: what it says waits until it is fetched. */
export function createModelChair(deviceId: string) {
  const epoch = randomUUID();
  const known = new Set<string>();
  const runs: string[] = [];
  let words: Word[] = [];
  let mode: ChairMode = "obeys";
  let run: Run | null = null;
  let fault: string | null = null;
  let seq = 0;

  const running = (now: number): PayloadOf<"reply">["running"] =>
    run && {
      orderId: run.orderId,
      gear: run.gear,
      elapsedSeconds: Math.floor((now - run.startedMs) / 1000),
      totalSeconds: (run.endsMs - run.startedMs) / 1000,
    };
  const sayState = (now: number) => {
    const payload = {
      online: true,
      bootId: epoch,
      firmware: "1",
      running: running(now),
      fault,
      coinCounter: 0,
      epoch,
    };
    words.push({ to: "state", payload });
  };
  const sayEvent = (now: number, rest: Omit<PayloadOf<"event">, "epoch" | "seq" | "at">) => {
    seq += 1;
    words.push({ to: "event", payload: { epoch, seq, at: new Date(now).toISOString(), ...rest } });
  };
  const endRun = (at: number, end: Pick<PayloadOf<"event">, "type" | "reason">) => {
    if (run === null) return;
    const { orderId, gear, startedMs } = run;
    run = null;
    sayState(at);
    sayEvent(at, { ...end, orderId, gear, seconds: Math.floor((at - startedMs) / 1000) });
  };

  function start(command: PayloadOf<"command">, now: number): PayloadOf<"reply"> {
    const { commandId, orderId = "", gear = 1, seconds = 0, notAfter } = command;
    const answer = (outcome: PayloadOf<"reply">["outcome"], reason?: string): PayloadOf<"reply"> => ({
      commandId,
      outcome,
      ...(reason && { reason }),
      running: running(now),
    });
    if (known.has(orderId)) return answer("duplicate");
    if (now >= Date.parse(notAfter)) return answer("expired");
    if (mode === "refuses" || run !== null || fault !== null) return answer("refused", "busy");
    known.add(orderId);
    runs.push(orderId);
    run = { orderId, gear, startedMs: now, endsMs: now + seconds * 1000 };
    sayState(now);
    sayEvent(now, { type: "started", orderId, gear, seconds });
    return answer("done");
  }

  function lengthen(command: PayloadOf<"command">, now: number): PayloadOf<"reply"> {
    const { commandId, orderId, seconds = 0, notAfter } = command;
    const isRepeated = known.has(commandId);
    const isExpired = !isRepeated && now >= Date.parse(notAfter);
    const isRefused = !isRepeated && (mode === "refuses" || run === null || run.orderId !== orderId);
    if (!isRepeated && !isExpired && !isRefused && run !== null) {
      known.add(commandId);
      run.endsMs += seconds * 1000;
      sayState(now);
    }
    const outcome = isRepeated ? "duplicate" : isExpired ? "expired" : isRefused ? "refused" : "done";
    return { commandId, outcome, running: running(now) };
  }

  return {
    deviceId,
    /** Orders that its motor ran for, in their order. */
    runs,
    get mode() {
      return mode;
    },
    get fault() {
      return fault;
    },
    get runsOrder() {
      return run?.orderId ?? null;
    },
    endsMs: () => run?.endsMs ?? Number.POSITIVE_INFINITY,
    setMode(next: ChairMode, now: number) {
      const wasAway = mode === "deaf" || mode === "unheard";
      mode = next;
      if (wasAway) sayState(now);
    },
    hear(command: PayloadOf<"command">, now: number): void {
      if (mode === "deaf") return;
      const { commandId, type, orderId } = command;
      if (type === "start") {
        words.push({ to: "reply", payload: start(command, now), ...(orderId && { toStart: orderId }) });
        return;
      }
      if (type === "extend") {
        words.push({ to: "reply", payload: lengthen(command, now), toExtend: commandId });
        return;
      }
      const isMine = orderId === undefined || orderId === run?.orderId;
      if (type === "stop" && isMine) endRun(now, { type: "stopped", reason: "command" });
      const payload = { commandId, outcome: "done" as const, running: running(now) };
      words.push({ to: "reply", payload, ...(type === "stop" && orderId && { toStop: orderId }) });
    },
    /** Its own clock ends a massage. */
    tick(now: number): void {
      if (run !== null && run.endsMs <= now) endRun(run.endsMs, { type: "finished" });
    },
    /** It calls a massage finished, or stops for a reason that nobody else knows, whenever it likes. */
    finishEarly: (now: number) => endRun(now, { type: "finished" }),
    stopItself: (now: number) => endRun(now, { type: "stopped", reason: "bored" }),
    press: (now: number) => endRun(now, { type: "stopped", reason: "button" }),
    cutPower: (now: number) => endRun(now, { type: "stopped", reason: "powerLoss" }),
    breakDown(now: number): void {
      fault = "E7";
      endRun(now, { type: "stopped", reason: "fault" });
      sayState(now);
      sayEvent(now, { type: "fault", fault });
    },
    repair(now: number): void {
      if (fault === null) return;
      sayEvent(now, { type: "cleared", fault });
      fault = null;
      sayState(now);
    },
    /** What it has said since, unless nobody hears it. */
    fetchWords(): Word[] {
      if (mode === "deaf" || mode === "unheard") return [];
      const said = words;
      words = [];
      return said;
    },
  };
}

export type ModelChair = ReturnType<typeof createModelChair>;
