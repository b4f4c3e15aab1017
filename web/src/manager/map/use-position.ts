import { useRef, useState } from "react";
import { type Coordinates, roundCoordinates } from "./coordinates.ts";

export type PositionFailure = "denied" | "unknown" | "late" | "missing";

const patienceMilliseconds = 15_000;
const failures: Record<number, PositionFailure> = { 1: "denied", 2: "unknown", 3: "late" };

export type PositionState =
  | { readonly kind: "idle" | "asking" }
  | { readonly kind: "found"; readonly accuracyMetres: number }
  | { readonly kind: "failed"; readonly failure: PositionFailure };

/** Requests the phone's position once, only after a tap. */
export function usePosition(onFound: (at: Coordinates) => void) {
  const [state, setState] = useState<PositionState>({ kind: "idle" });
  const latestRequest = useRef(0);

  /** Responses to earlier requests are ignored. */
  function begin(kind: "idle" | "asking"): () => boolean {
    latestRequest.current += 1;
    const request = latestRequest.current;
    setState({ kind });
    return () => request === latestRequest.current;
  }

  function ask(): void {
    // Without https, browsers report a refusal.
    const { geolocation } = navigator as { geolocation?: Geolocation };
    if (geolocation === undefined || !window.isSecureContext)
      return setState({ kind: "failed", failure: "missing" });
    const isWaitedFor = begin("asking");
    geolocation.getCurrentPosition(
      ({ coords }) => {
        if (!isWaitedFor()) return;
        setState({ kind: "found", accuracyMetres: Math.ceil(coords.accuracy) });
        onFound(roundCoordinates(coords));
      },
      ({ code }) => {
        if (isWaitedFor()) setState({ kind: "failed", failure: failures[code] ?? "unknown" });
      },
      { enableHighAccuracy: true, timeout: patienceMilliseconds, maximumAge: 60_000 },
    );
  }

  return { state, ask, forget: () => void begin("idle") };
}
