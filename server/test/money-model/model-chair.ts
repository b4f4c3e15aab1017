import { randomUUID } from "node:crypto";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";

/**
 * `obeys`: follows commands; `refuses`: refuses every start; `receivesNothing`; `sendsNothing`: follows commands, but its
 * messages are lost.
 */
export type ChairMode = "obeys" | "refuses" | "receivesNothing" | "sendsNothing";

export type ChairMessage =
  | {
      readonly to: "reply";
      readonly payload: PayloadOf<"reply">;
      readonly toStart?: string;
      readonly toStop?: string;
      /** ID of the command that requested more minutes. */
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

/** Creates a chair that follows the protocol, on a clock of the test. Its messages wait until the test fetches them. */
export function createModelChair(deviceId: string) {
  const epoch = randomUUID();
  const known = new Set<string>();
  const runs: string[] = [];
  let messages: ChairMessage[] = [];
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
  const publishState = (now: number) => {
    const payload = {
      online: true,
      bootId: epoch,
      firmware: "1",
      running: running(now),
      fault,
      coinCounter: 0,
      epoch,
    };
    messages.push({ to: "state", payload });
  };
  const publishEvent = (now: number, rest: Omit<PayloadOf<"event">, "epoch" | "seq" | "at">) => {
    seq += 1;
    messages.push({ to: "event", payload: { epoch, seq, at: new Date(now).toISOString(), ...rest } });
  };
  const endRun = (at: number, end: Pick<PayloadOf<"event">, "type" | "reason">) => {
    if (run === null) return;
    const { orderId, gear, startedMs } = run;
    run = null;
    publishState(at);
    publishEvent(at, { ...end, orderId, gear, seconds: Math.floor((at - startedMs) / 1000) });
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
    publishState(now);
    publishEvent(now, { type: "started", orderId, gear, seconds });
    return answer("done");
  }

  function extendRun(command: PayloadOf<"command">, now: number): PayloadOf<"reply"> {
    const { commandId, orderId, seconds = 0, notAfter } = command;
    const isRepeated = known.has(commandId);
    const isExpired = !isRepeated && now >= Date.parse(notAfter);
    const isRefused = !isRepeated && (mode === "refuses" || run === null || run.orderId !== orderId);
    if (!isRepeated && !isExpired && !isRefused && run !== null) {
      known.add(commandId);
      run.endsMs += seconds * 1000;
      publishState(now);
    }
    const outcome = isRepeated ? "duplicate" : isExpired ? "expired" : isRefused ? "refused" : "done";
    return { commandId, outcome, running: running(now) };
  }

  return {
    deviceId,
    /** IDs of the orders for which the motor ran, in sequence. */
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
      const wasUnreachable = mode === "receivesNothing" || mode === "sendsNothing";
      mode = next;
      if (wasUnreachable) publishState(now);
    },
    receive(command: PayloadOf<"command">, now: number): void {
      if (mode === "receivesNothing") return;
      const { commandId, type, orderId } = command;
      if (type === "start") {
        messages.push({ to: "reply", payload: start(command, now), ...(orderId && { toStart: orderId }) });
        return;
      }
      if (type === "extend") {
        messages.push({ to: "reply", payload: extendRun(command, now), toExtend: commandId });
        return;
      }
      const isOwn = orderId === undefined || orderId === run?.orderId;
      if (type === "stop" && isOwn) endRun(now, { type: "stopped", reason: "command" });
      const payload = { commandId, outcome: "done" as const, running: running(now) };
      messages.push({ to: "reply", payload, ...(type === "stop" && orderId && { toStop: orderId }) });
    },
    /** Ends the massage if its time has passed by the chair's clock. */
    tick(now: number): void {
      if (run !== null && run.endsMs <= now) endRun(run.endsMs, { type: "finished" });
    },
    // Before the end of its time, the chair reports the massage as finished, or stops for an unknown reason.
    finishEarly: (now: number) => endRun(now, { type: "finished" }),
    stopItself: (now: number) => endRun(now, { type: "stopped", reason: "bored" }),
    press: (now: number) => endRun(now, { type: "stopped", reason: "button" }),
    cutPower: (now: number) => endRun(now, { type: "stopped", reason: "powerLoss" }),
    breakDown(now: number): void {
      fault = "E7";
      endRun(now, { type: "stopped", reason: "fault" });
      publishState(now);
      publishEvent(now, { type: "fault", fault });
    },
    repair(now: number): void {
      if (fault === null) return;
      publishEvent(now, { type: "cleared", fault });
      fault = null;
      publishState(now);
    },
    /** Returns the messages since the last call, unless the mode loses them. */
    fetchMessages(): ChairMessage[] {
      if (mode === "receivesNothing" || mode === "sendsNothing") return [];
      const delivered = messages;
      messages = [];
      return delivered;
    },
  };
}

export type ModelChair = ReturnType<typeof createModelChair>;
