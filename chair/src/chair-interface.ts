import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { ChairClock, TimeSource } from "./chair-clock.ts";
import type { ChairFaults } from "./chair-faults.ts";
import type { ChairMemory } from "./chair-memory.ts";

export interface VirtualChairOptions {
  deviceId: string;
  secret: string;
  mqttUrl: string;
  /** Certificates in PEM format that replace the system's certificate authorities for `mqtts://`. */
  authorities?: string;
  /** By default, a memory that lasts as long as the chair object. */
  memory?: ChairMemory;
  /** Counter of the coin acceptor if the memory is empty, by default 0. */
  coinCounter?: number;
  /** By default, the monotonic time of this computer. */
  clock?: TimeSource;
  faults?: Partial<ChairFaults>;
  /** Maximum interval between two evaluations of a run, by default 200 ms. */
  tickMs?: number;
  /** Factor by which massages are shortened; the wall clock is unchanged. */
  speed?: number;
  /** Signal strength in dBm; null: the chair reports none. The default is derived from the device ID. */
  signalDbm?: number | null;
  /**
   * Pause before the first attempt to reconnect, by default 500 ms. The pause doubles with each failed attempt, and is
   * varied randomly by up to half.
   */
  reconnectMs?: number;
  /** Maximum of this pause before the random variation, by default 15 seconds. */
  maxReconnectMs?: number;
  /** Time after which events without a receipt are first resent, by default 5 seconds. Doubles with each repetition. */
  resendMs?: number;
  /** Maximum time after which events without a receipt are resent, by default 60 seconds. */
  maxResendMs?: number;
  /** Called when the motor stops for any reason. Tests compare the run of the motor with the bought time. */
  onMotorStopped?: (ran: MotorRecord) => void;
}

/** A period in which the motor ran, for an order (`orderId`) or for coins (`runId`). */
export interface MotorRecord {
  orderId?: string;
  runId?: string;
  boughtSeconds: number;
  /** Seconds of the chair's stopwatch, with fractions. */
  ranSeconds: number;
}

export interface ChairStatus {
  deviceId: string;
  /** Random ID of the current boot; empty before the power is switched on for the first time. */
  bootId: string;
  powered: boolean;
  connected: boolean;
  /** Error of the last connection attempt; null while connected, and before the first error. */
  connectionError: string | null;
  /** Null if the chair is idle or has no power. */
  running: PayloadOf<"reply">["running"];
  /** Fault code that the chair reports; null without a fault. */
  fault: string | null;
  /** Total amount of all accepted coins, in minor units. */
  coinCounter: number;
  epoch: string;
  /** Null if the chair reports no signal strength. */
  signalDbm: number | null;
  configuration: Required<ChairConfiguration>;
  nextSeq: number;
  /** Number of events without a receipt. */
  pendingEvents: number;
  /** Number of executed `identify` commands. */
  identified: number;
  /** Time of the chair's wall clock in milliseconds since the Unix epoch; null while the clock is not set. */
  wallClockMs: number | null;
  faults: ChairFaults;
}

export interface VirtualChair {
  readonly deviceId: string;
  /** Switches the power on, and connects and reconnects until stopped. */
  start(): void;
  /** Disconnects cleanly from the broker and clears all timers. The memory is preserved. */
  stop(): Promise<void>;
  state(): ChairStatus;
  /**
   * Updates the run to the current time, and ends it if its time is over. During a run, a timer calls this function,
   * too.
   */
  tick(): void;
  /** Changes the given simulated faults and keeps the others. */
  setFaults(change: Partial<ChairFaults>): void;
  /** Sets the fault code that the chair reports, which ends the run; null clears the fault. */
  setFaultCode(code: string | null): void;
  /**
   * Cuts the power for `offMs` milliseconds, by default the `powerOffMs` of the faults. An infinite duration keeps the
   * power off until `start`.
   */
  powerCut(offMs?: number): void;
  /** Sets the signal strength in dBm and publishes the state; with null, the chair reports no signal strength. */
  setSignal(signalDbm: number | null): void;
  /** Cuts the power, clears the memory except the coin counter, and switches the power on, which begins a new epoch. */
  resetMemory(): void;
  readonly clock: Pick<ChairClock, "jump" | "drift">;
  /** Ends the run, if there is one, like the stop button on the armrest. */
  pressStop(): void;
  /**
   * Inserts a coin. With `forced`, the chair accepts the coin even while the coin acceptor is closed. The chair returns
   * the coin if it has no power or cannot write its memory.
   */
  insertCoin(amountMinor: number, currency: Currency, forced?: boolean): "accepted" | "returned";
}
