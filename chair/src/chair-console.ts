import { maxSignalDbm, minSignalDbm } from "@reposo/contract/devices/chair-topics.ts";
import { currencies, maxAmountMinor } from "@reposo/contract/money/currencies.ts";
import { type FaultRequest, noFaults, parseFault } from "./chair-faults.ts";
import type { ChairFleet } from "./chair-fleet.ts";
import type { ChairStatus, VirtualChair } from "./chair-interface.ts";

export const consoleHelp = `Commands on standard input, one per line (ID may be "all"):
  list                      all chairs, one per line
  state ID                  everything about a chair, as JSON
  fault ID FAULT            e.g. fault MC100001 lateReply=5000
  stop ID                   presses the stop button on the armrest
  coin ID AMOUNT CURRENCY   drops a coin, in minor units: coin MC100001 1000 PHP
  pulse ID CURRENCY         drops a coin of one pulse, worth the pulse value that the chair is configured with
  signal ID DBM             sets the strength of the radio signal, or "none": signal MC100001 -95
  off ID | on ID            switches the power off or on
  help | quit`;

/**
 * Executes a command of standard input, except `quit`, which the caller must handle, and returns its output.
 * @throws Error if the chair is unknown or the fault is invalid
 */
export function runConsoleLine(fleet: ChairFleet, line: string): string {
  const [command = "", id = "", ...rest] = line.trim().split(/\s+/);
  const chairs = () => (id === "all" ? fleet.chairs() : [fleet.chair(id)]);
  switch (command) {
    case "":
      return "";
    case "help":
      return consoleHelp;
    case "list":
      return fleet.states().map(describeChair).join("\n");
    case "state":
      return JSON.stringify(id === "all" ? fleet.states() : fleet.chair(id).state(), null, 2);
    case "fault": {
      const request = parseFault(rest[0] ?? "");
      for (const chair of chairs()) applyFault(chair, request);
      return "done";
    }
    case "stop":
      for (const chair of chairs()) chair.pressStop();
      return "done";
    case "coin": {
      const amountMinor = Number(rest[0]);
      const currency = currencies.find((known) => known === rest[1]);
      if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0 || amountMinor > maxAmountMinor || !currency)
        return "usage: coin ID AMOUNT CURRENCY";
      return chairs()
        .map((chair) => chair.insertCoin(amountMinor, currency))
        .join("\n");
    }
    case "pulse": {
      const currency = currencies.find((known) => known === rest[0]);
      if (!currency) return "usage: pulse ID CURRENCY";
      return chairs()
        .map((chair) => chair.insertCoin(chair.state().configuration.pulseValue, currency))
        .join("\n");
    }
    case "signal": {
      const dbm = rest[0] === "none" ? null : Number(rest[0] || Number.NaN);
      if (dbm !== null && !(Number.isInteger(dbm) && dbm >= minSignalDbm && dbm <= maxSignalDbm))
        return `usage: signal ID DBM, from ${minSignalDbm} to ${maxSignalDbm}, or "none"`;
      for (const chair of chairs()) chair.setSignal(dbm);
      return "done";
    }
    case "off":
      for (const chair of chairs()) chair.powerCut(Number.POSITIVE_INFINITY);
      return "done";
    case "on":
      for (const chair of chairs()) chair.start();
      return "done";
    default:
      return `unknown command "${command}"\n${consoleHelp}`;
  }
}

/** Applies a fault to the chair. `none` ends all faults that last: `ChairFaults`, clock drift, and the fault code. */
export function applyFault(chair: VirtualChair, request: FaultRequest): void {
  switch (request.kind) {
    case "faults":
      return chair.setFaults(request.faults);
    case "faultCode":
      return chair.setFaultCode(request.code);
    case "powerCut":
      return chair.powerCut();
    case "memoryReset":
      return chair.resetMemory();
    case "clockJump":
      return chair.clock.jump(request.milliseconds);
    case "clockDrift":
      return chair.clock.drift(request.rate);
    case "none":
      chair.setFaults(noFaults);
      chair.clock.drift(1);
      return chair.setFaultCode(null);
  }
}

function describeChair(chair: ChairStatus): string {
  const offline = chair.connectionError === null ? "offline" : `offline (${chair.connectionError})`;
  const connection = chair.powered ? (chair.connected ? "online" : offline) : "no power";
  const { running } = chair;
  const run = running
    ? `runs ${running.elapsedSeconds}/${running.totalSeconds} s at gear ${running.gear}`
    : "idle";
  const fault = chair.fault === null ? "" : `, fault ${chair.fault}`;
  return `${chair.deviceId}  ${connection}, ${run}${fault}, ${chair.pendingEvents} events to send`;
}
