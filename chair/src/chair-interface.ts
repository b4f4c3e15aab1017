import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { ChairClock, TimeSource } from "./chair-clock.ts";
import type { ChairFaults } from "./chair-faults.ts";
import type { CoinTariff } from "./coin-acceptor.ts";
import type { ChairMemory } from "./chair-memory.ts";

export interface VirtualChairOptions {
  deviceId: string;
  secret: string;
  mqttUrl: string;
  /** Certificates in PEM format that replace the system's authorities for `mqtts://`. */
  authorities?: string;
  memory?: ChairMemory;
  clock?: TimeSource;
  faults?: Partial<ChairFaults>;
  /** Maximum interval between two evaluations of a run. */
  tickMs?: number;
  /** Shortens massages; the wall clock is unchanged. */
  speed?: number;
  coinTariff?: CoinTariff;
  /** Signal strength in dBm; null reports none, as older firmware does. The default is derived from the device ID. */
  signalDbm?: number | null;
  keepaliveSeconds?: number;
  reconnectMs?: number;
  maxReconnectMs?: number;
  resendMs?: number;
  maxResendMs?: number;
  /** Called when the motor stops, also by a memory reset; tests compare the run with what was bought. */
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
  /** New each time the power is switched on; empty before. */
  bootId: string;
  powered: boolean;
  connected: boolean;
  /** The last connection error; null once connected, or where none is known. */
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
  /** Evaluates the run at the current time; during a run a timer does the same. */
  tick(): void;
  setFaults(change: Partial<ChairFaults>): void;
  setFaultCode(code: string | null): void;
  /** Cuts the power for `offMs`, by default the fault setting `powerOffMs`; if infinite, until `start`. */
  powerCut(offMs?: number): void;
  /** In dBm; null reports none. Published immediately. */
  setSignal(signalDbm: number | null): void;
  resetMemory(): void;
  readonly clock: Pick<ChairClock, "jump" | "drift">;
  pressStop(): void;
  insertCoin(
    amountMinor: number,
    currency: "PHP" | "MYR" | "CNY" | "IDR",
    forced?: boolean,
  ): "accepted" | "returned";
}
