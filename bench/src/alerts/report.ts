import { alertKinds } from "@reposo/contract/alerts/alert-kinds.ts";
import { percentile, printTable } from "#figures.ts";
import type { AlertMatches, MatchedFault } from "./match-alerts.ts";
import { minuteMs } from "./scenario.ts";

/** Target for the time from satisfying the definition until the alert opens. */
const withinMs = 15 * minuteMs;
/** Target for the share of satisfied faults that are detected within `withinMs`. */
const minShare = 0.95;
/** Target for the false alerts per 100 chairs and week. */
const maxFalseAlerts = 1;

/** The results of one kind of fault, or of all kinds together. */
export interface KindFigures {
  readonly kind: string;
  readonly injected: number;
  /** Number of faults that satisfied the documented definition before they ended. */
  readonly satisfied: number;
  /** Number of satisfied faults for which an alert opened. */
  readonly detected: number;
  /** Number of faults that were detected within 15 minutes after they satisfied the definition. */
  readonly within: number;
  readonly falseAlerts: number;
  /** False alerts per 100 chairs and week. */
  readonly falseRate: number;
  /**
   * Milliseconds until the alert of each detected fault opened, since the fault satisfied its definition and since the
   * fault began.
   */
  readonly delays: { readonly definition: readonly number[]; readonly start: readonly number[] };
}

export interface AlertFigures {
  readonly kinds: readonly KindFigures[];
  readonly total: KindFigures;
  /** Whether the figures of all kinds together meet both targets. */
  readonly met: boolean;
}

/** @param chairWeeks the evaluated time of all chairs together, in weeks */
export function figuresOf(matches: readonly AlertMatches[], chairWeeks: number): AlertFigures {
  const faults = matches.flatMap((one) => one.faults);
  const falseAlerts = matches.flatMap((one) => one.falseAlerts);
  const of = (name: string, isOf: (kind: string) => boolean): KindFigures =>
    figuresOfKind(name, {
      faults: faults.filter(({ kind }) => isOf(kind)),
      falseAlerts: falseAlerts.filter(({ kind }) => isOf(kind)).length,
      chairWeeks,
    });
  const kinds = alertKinds.map((kind) => of(kind, (one) => one === kind));
  const total = of("all kinds", () => true);
  const isMet = total.within >= minShare * total.satisfied && total.falseRate <= maxFalseAlerts;
  return { kinds, total, met: isMet };
}

function figuresOfKind(
  kind: string,
  results: {
    readonly faults: readonly MatchedFault[];
    readonly falseAlerts: number;
    readonly chairWeeks: number;
  },
): KindFigures {
  const satisfied = results.faults.filter(({ definedAt }) => definedAt !== null);
  const detected = satisfied.filter(({ openedAt }) => openedAt !== null);
  const delays = {
    definition: detected.map(({ openedAt, definedAt }) => (openedAt as number) - (definedAt as number)),
    start: detected.map(({ openedAt, from }) => (openedAt as number) - from),
  };
  return {
    kind,
    injected: results.faults.length,
    satisfied: satisfied.length,
    detected: detected.length,
    within: delays.definition.filter((ms) => ms <= withinMs).length,
    falseAlerts: results.falseAlerts,
    falseRate: (100 * results.falseAlerts) / results.chairWeeks,
    delays,
  };
}

export function printAlertFigures({ kinds, total }: AlertFigures): void {
  const rows = [
    [
      "kind",
      "injected",
      "satisfied",
      "detected",
      "≤ 15 min",
      "share",
      "delay p50, p95",
      "from its start p50",
      "false",
      "per 100 chair-weeks",
    ],
    ...[...kinds, total].map((one) => [
      one.kind,
      `${one.injected}`,
      `${one.satisfied}`,
      `${one.detected}`,
      `${one.within}`,
      one.satisfied === 0 ? "" : `${((100 * one.within) / one.satisfied).toFixed(1)} %`,
      one.delays.definition.length === 0
        ? ""
        : `${formatDelay(percentile(one.delays.definition, 0.5))}, ${formatDelay(percentile(one.delays.definition, 0.95))}`,
      one.kind === total.kind || one.delays.start.length === 0
        ? ""
        : formatDelay(percentile(one.delays.start, 0.5)),
      `${one.falseAlerts}`,
      one.falseRate.toFixed(2),
    ]),
  ];
  printTable(rows);
  const share = total.within / Math.max(1, total.satisfied);
  console.log(
    `\n  detected within 15 minutes: ${(100 * share).toFixed(1)} %, goal ≥ 95 %: ${share >= minShare ? "met" : "MISSED"}`,
  );
  console.log(
    `  false alerts per 100 chairs and week: ${total.falseRate.toFixed(2)}, goal ≤ 1: ${total.falseRate <= maxFalseAlerts ? "met" : "MISSED"}`,
  );
}

function formatDelay(ms: number): string {
  const minutes = ms / minuteMs;
  if (Math.abs(minutes) < 90) return `${minutes.toFixed(1)} min`;
  return minutes < 48 * 60 ? `${(minutes / 60).toFixed(1)} h` : `${(minutes / 1_440).toFixed(1)} d`;
}
