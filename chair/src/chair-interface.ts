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
  memory?: ChairMemory;
  clock?: TimeSource;
  faults?: Partial<ChairFaults>;
  /** How often a running chair looks at its stopwatch, at most. */
  tickMs?: number;
  /** Shortens massages; the time of day is untouched. */
  speed?: number;
  coinTariff?: CoinTariff;
  /** Strength of the radio signal in dBm; null reports none, as older firmware. A plausible one without it. */
  signalDbm?: number | null;
  keepaliveSeconds?: number;
  reconnectMs?: number;
  maxReconnectMs?: number;
  resendMs?: number;
  maxResendMs?: number;
  /** The motor's own record, which no memory reset touches: what tests hold against what was bought. */
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
  /** Differs after every power cut. */
  bootId: string;
  powered: boolean;
  connected: boolean;
  /** Why it is not connected, as far as known. */
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
  /** Switches the power on and keeps connecting until stopped. */
  start(): void;
  /** Ends it in order: says goodbye to the broker, leaves no timer behind. Memory stays. */
  stop(): Promise<void>;
  state(): ChairStatus;
  /** Lets time do its work now; a chair that runs also does so by itself. */
  tick(): void;
  setFaults(change: Partial<ChairFaults>): void;
  setFaultCode(code: string | null): void;
  /** Off without warning; on again after `powerOffMs`, or with `start` where that is set to never. */
  powerCut(offMs?: number): void;
  /** In dBm; null reports none. Published at once. */
  setSignal(signalDbm: number | null): void;
  resetMemory(): void;
  readonly clock: Pick<ChairClock, "jump" | "drift">;
  /** The button on the armrest. */
  pressStop(): void;
  insertCoin(
    amountMinor: number,
    currency: "PHP" | "MYR" | "CNY" | "IDR",
    forced?: boolean,
  ): "accepted" | "returned";
}
