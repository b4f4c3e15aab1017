import { randomUUID } from "node:crypto";
import { type ChairTime, createChairClock, monotonicTime } from "./chair-clock.ts";
import { answerCommand, type Command } from "./chair-commands.ts";
import { removeReceived } from "./chair-events.ts";
import { type ChairFaults, noFaults } from "./chair-faults.ts";
import { acceptsCoins, acceptCoin } from "./coin-acceptor.ts";
import { changeFault, endRun, stopAfterPowerLoss } from "./run-end.ts";
import type { VirtualChair, VirtualChairOptions } from "./chair-interface.ts";
import { createChairLink } from "./chair-link.ts";
import { blankContents, createVolatileMemory, type MemoryContents } from "./chair-memory.ts";
import { createEventSender } from "./event-sender.ts";
import { elapsedSeconds, idsOf, isOver, type MassageRun, save, toRunStatus } from "./massage-run.ts";
import { createReplySender } from "./reply-sender.ts";
import { createRunTimer } from "./run-timer.ts";

/** Interval at which the memory stores the elapsed seconds of a run, which also publishes the state. */
const stateEverySeconds = 60;
const coinTariff = { gear: 1, amountMinor: 1000, seconds: 60 };

/** Duration of the power cut after the memory could not be written. */
const memoryRetryMs = 2_000;

class MemoryWriteError extends Error {}
const firmware = "reposo-virtual-1.0.0";

/** Derives a signal strength from -50 to -99 dBm from the device ID, so that it is always the same for a chair. */
const usualSignalDbm = (deviceId: string): number =>
  -50 - deviceId.split("").reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 50, 7);

export function createVirtualChair(options: VirtualChairOptions): VirtualChair {
  const { deviceId, memory = createVolatileMemory(), tickMs = 200, speed = 1 } = options;
  const clock = createChairClock(options.clock ?? monotonicTime, speed);
  let contents: MemoryContents = memory.load() ?? blankContents(undefined, options.coinCounter);
  let faults: ChairFaults = { ...noFaults, ...options.faults };
  let powered = false;
  let bootId = "";
  let identified = 0;
  let signalDbm = options.signalDbm === undefined ? usualSignalDbm(deviceId) : options.signalDbm;
  let powerTimer: NodeJS.Timeout | null = null;

  const time = (): ChairTime => ({ stopwatchMs: clock.stopwatchMs(), wallClockMs: clock.wallClockMs() });
  const running = () => toRunStatus(contents.run, clock.stopwatchMs());

  const link = createChairLink({
    deviceId,
    secret: options.secret,
    mqttUrl: options.mqttUrl,
    authorities: options.authorities,
    reconnectMs: options.reconnectMs ?? 500,
    maxReconnectMs: options.maxReconnectMs ?? 15_000,
    listeners: {
      connected() {
        publishState();
        sender.restart();
      },
      command: execute,
      receipt(receipt) {
        if (receipt.pauseSeconds !== undefined) sender.pause(receipt.pauseSeconds);
        const shorter = removeReceived(contents, receipt);
        if (shorter === contents) return;
        restartOnFailedWrite(() => {
          store(shorter);
          contents = shorter;
          sender.onReceipt();
        });
      },
    },
  });

  const sender = createEventSender({
    pending: () => contents.events,
    connected: link.connected,
    send: (event) => link.publish("event", event),
    faults: () => faults,
    resendMs: options.resendMs ?? 5000,
    maxResendMs: options.maxResendMs ?? 60_000,
  });

  const replies = createReplySender({
    publishReply: (reply) => link.publish("reply", reply, () => void cutAt("afterReply")),
    faults: () => faults,
    onDropped: () => {
      faults = { ...faults, dropReplies: faults.dropReplies - 1 };
    },
  });
  const timer = createRunTimer({
    run: () => (powered ? contents.run : null),
    stopwatchMs: clock.stopwatchMs,
    tick,
    tickMs,
    speed,
  });

  function publishState() {
    link.publish("state", {
      online: true,
      bootId,
      firmware,
      running: running(),
      fault: contents.fault,
      coinCounter: contents.coinCounter,
      epoch: contents.epoch,
      ...(signalDbm === null ? {} : { signal: signalDbm }),
      configuration: contents.configuration,
    });
  }

  function store(next: MemoryContents) {
    try {
      memory.store(next);
    } catch (error) {
      throw new MemoryWriteError("the chair's memory cannot be written", { cause: error });
    }
  }

  /**
   * Runs `work`, and restarts the chair like after a power cut if the memory cannot be written, for example on a full
   * disk. Such a chair must neither act nor reply; the server repeats its commands. Returns whether `work` succeeded.
   */
  function restartOnFailedWrite(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof MemoryWriteError)) throw error;
      powerCut(memoryRetryMs);
      return false;
    }
  }

  /** Stores the contents before the motor starts or stops. Afterwards, `announce` publishes them. */
  function commit(next: MemoryContents) {
    const before = contents;
    if (next === before) return;
    store(next);
    contents = next;
    if (before.run !== null && next.run === null) recordMotor(before.run);
  }

  function announce(before: MemoryContents) {
    timer.watch();
    if (contents === before) return;
    const { run, fault, coinCounter, configuration } = before;
    if (
      contents.run !== run ||
      contents.fault !== fault ||
      contents.coinCounter !== coinCounter ||
      contents.configuration !== configuration
    )
      publishState();
    sender.sendPending();
  }

  function applyChange(change: (before: MemoryContents) => MemoryContents): boolean {
    if (!powered) return false;
    return restartOnFailedWrite(() => {
      const before = contents;
      commit(change(before));
      announce(before);
    });
  }

  function execute(command: Command) {
    restartOnFailedWrite(() => answer(command));
  }

  function answer(command: Command) {
    if (!powered || cutAt("beforeStore")) return;
    const before = contents;
    const { contents: next, outcome, reason } = answerCommand(before, command, time(), faults.refuse);
    clock.sync(command.serverTime);
    commit(next);
    if (cutAt("afterStore")) return;
    if (command.type === "identify" && outcome === "done") identified += 1;
    replies.send({
      commandId: command.commandId,
      outcome,
      ...(reason === undefined ? {} : { reason }),
      running: running(),
    });
    announce(before);
    if (command.type === "report" && outcome === "done") {
      publishState();
      sender.restart();
    }
  }

  /** Cuts the power if the one-time fault `powerCutAt` is this step. Returns whether it has cut the power. */
  function cutAt(step: ChairFaults["powerCutAt"]): boolean {
    if (!powered || faults.powerCutAt !== step) return false;
    faults = { ...faults, powerCutAt: null };
    powerCut(faults.powerOffMs);
    return true;
  }

  function tick() {
    const { run } = contents;
    if (!powered || run === null || cutAt("whileRunning")) return;
    const at = time();
    if (isOver(run, at.stopwatchMs)) applyChange((before) => endRun(before, at, { type: "finished" }));
    else if (elapsedSeconds(run, at.stopwatchMs) - run.savedSeconds >= stateEverySeconds)
      applyChange((before) => ({ ...before, run: save(run, at.stopwatchMs) }));
  }

  function recordMotor(run: MassageRun) {
    options.onMotorStopped?.({
      ...idsOf(run),
      boughtSeconds: run.totalSeconds,
      ranSeconds: (clock.stopwatchMs() - run.startedAtMs) / 1000,
    });
  }

  function powerOn() {
    if (powered) return;
    if (powerTimer !== null) clearTimeout(powerTimer);
    powerTimer = null;
    powered = true;
    bootId = randomUUID();
    restartOnFailedWrite(() => {
      const loaded = memory.load();
      // The coin acceptor counts by itself, so its counter survives a loss of the memory.
      const restored = stopAfterPowerLoss(loaded ?? blankContents(undefined, contents.coinCounter));
      // A new epoch must be stored before its first event is sent.
      if (restored !== loaded) store(restored);
      contents = restored;
      if (!faults.offline) link.open();
    });
  }

  function powerOff() {
    if (powered && contents.run !== null) recordMotor(contents.run);
    // The stored memory still contains the run, and `powerOn` records its end. The run is removed here, so that it is
    // not passed to `recordMotor` again if `powerOn` cannot write the memory and cuts the power.
    contents = { ...contents, run: null };
    powered = false;
    if (powerTimer !== null) clearTimeout(powerTimer);
    timer.stop();
    replies.cancel();
    sender.stop();
    clock.reset();
  }

  function powerCut(offMs: number = faults.powerOffMs) {
    powerOff();
    link.cut();
    if (Number.isFinite(offMs)) powerTimer = setTimeout(powerOn, offMs);
  }

  return {
    deviceId,
    start: powerOn,
    async stop() {
      powerOff();
      await link.close();
    },
    state: () => ({
      deviceId,
      bootId,
      powered,
      connected: link.connected(),
      connectionError: link.connectionError(),
      running: powered ? running() : null,
      fault: contents.fault,
      coinCounter: contents.coinCounter,
      epoch: contents.epoch,
      signalDbm,
      configuration: contents.configuration,
      nextSeq: contents.nextSeq,
      pendingEvents: contents.events.length,
      identified,
      wallClockMs: clock.wallClockMs(),
      faults,
    }),
    tick,
    setFaults(change) {
      faults = { ...faults, ...change };
      if (faults.offline) link.cut();
      else if (powered) link.open();
    },
    setFaultCode: (code) => void applyChange((before) => changeFault(before, time(), code)),
    powerCut,
    setSignal(dbm) {
      signalDbm = dbm;
      if (powered) publishState();
    },
    resetMemory() {
      powerCut(Number.POSITIVE_INFINITY);
      memory.clear();
      powerOn();
    },
    clock: { jump: clock.jump, drift: clock.drift },
    pressStop: () =>
      void applyChange((before) => endRun(before, time(), { type: "stopped", reason: "button" })),
    insertCoin(amountMinor, currency, forced = false) {
      if (!powered || (!forced && !acceptsCoins(contents))) return "returned";
      const coin = { amountMinor, currency, newRunId: randomUUID() };
      return applyChange((before) => acceptCoin(before, time(), coin, coinTariff)) ? "accepted" : "returned";
    },
  };
}
