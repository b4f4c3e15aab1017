import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import type { ChairClock, TimeSource } from "./chair-clock.ts";
import type { ChairFaults } from "./chair-faults.ts";
import type { ChairMemory } from "./chair-memory.ts";

export interface VirtualChairOptions {
  deviceId: string;
  secret: string;
  mqttUrl: string;
  /** Certificates in PEM format that replace the system's certificate authorities for `mqtts://`. */
  authorities?: string;
  memory?: ChairMemory;
  clock?: TimeSource;
  faults?: Partial<ChairFaults>;
  /** Maximum interval between two evaluations of a run. */
  tickMs?: number;
  /** Factor by which massages are shortened; the wall clock is unchanged. */
  speed?: number;
  /** Signal strength in dBm; null: the chair reports none. The default is derived from the device ID. */
  signalDbm?: number | null;
  reconnectMs?: number;
  maxReconnectMs?: number;
  resendMs?: number;
  maxResendMs?: number;
  /** Called when the motor stops, also after a memory reset. Tests compare the motor's run with the bought time. */
  onMotorStopped?: (ran: MotorRecord) => void;
}

export interface MotorRecord {
  orderId?: string;
  runId?: string;
  boughtSeconds: number;
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
  running: PayloadOf<"reply">["running"];
  fault: string | null;
  coinCounter: number;
  epoch: string;
  signalDbm: number | null;
  configuration: Required<ChairConfiguration>;
  nextSeq: number;
  pendingEvents: number;
  identified: number;
  timeOfDayMs: number | null;
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
  setFaults(change: Partial<ChairFaults>): void;
  setFaultCode(code: string | null): void;
  /**
   * Cuts the power for `offMs`, by default the `powerOffMs` of the faults. If it is infinite, the power stays off until
   * `start`.
   */
  powerCut(offMs?: number): void;
  /** Sets the signal strength in dBm and publishes the state; with null, the chair reports no signal strength. */
  setSignal(signalDbm: number | null): void;
  resetMemory(): void;
  readonly clock: Pick<ChairClock, "jump" | "drift">;
  pressStop(): void;
  /** Inserts a coin. With `forced`, the chair accepts it even while the coin acceptor is closed. */
  insertCoin(amountMinor: number, currency: Currency, forced?: boolean): "accepted" | "returned";
}
