import { useRef, useState } from "react";
import { type Coordinates, roundCoordinates } from "./coordinates.ts";

/**
 * Why the position could not be determined. `denied`: the user or the browser refused access. `unknown`: the phone or
 * computer could not determine it. `missing`: the browser has no geolocation, or the page was not loaded by https.
 */
export type PositionFailure = "denied" | "unknown" | "timeout" | "missing";

const timeoutMilliseconds = 15_000;
/** Failures by the code of a `GeolocationPositionError`. */
const failures: Record<number, PositionFailure> = { 1: "denied", 2: "unknown", 3: "timeout" };

export type PositionState =
  | { readonly kind: "idle" | "requesting" }
  | { readonly kind: "found"; readonly accuracyMetres: number }
  | { readonly kind: "failed"; readonly failure: PositionFailure };

/**
 * Returns `request`, which requests the user's position once, `cancel`, and the state. `request` must be called only
 * after a tap, because the browser shows a permission prompt.
 */
export function usePosition(onFound: (at: Coordinates) => void) {
  const [state, setState] = useState<PositionState>({ kind: "idle" });
  const latestRequest = useRef(0);

  /**
   * Starts or cancels a request. Returns a function that returns whether this call of `begin` is still the latest, so
   * that responses to earlier requests are ignored.
   */
  function begin(kind: "idle" | "requesting"): () => boolean {
    latestRequest.current += 1;
    const current = latestRequest.current;
    setState({ kind });
    return () => current === latestRequest.current;
  }

  function request(): void {
    // Without https, browsers report a denied permission without showing a prompt, so `missing` is reported instead of
    // `denied`.
    const { geolocation } = navigator as { geolocation?: Geolocation };
    if (geolocation === undefined || !window.isSecureContext)
      return setState({ kind: "failed", failure: "missing" });
    const isLatest = begin("requesting");
    geolocation.getCurrentPosition(
      ({ coords }) => {
        if (!isLatest()) return;
        setState({ kind: "found", accuracyMetres: Math.ceil(coords.accuracy) });
        onFound(roundCoordinates(coords));
      },
      ({ code }) => {
        if (isLatest()) setState({ kind: "failed", failure: failures[code] ?? "unknown" });
      },
      { enableHighAccuracy: true, timeout: timeoutMilliseconds, maximumAge: 60_000 },
    );
  }

  return { state, request, cancel: () => void begin("idle") };
}
