import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { codeReader, noReaderName } from "./code-reader.ts";

export type CameraFailure = "denied" | "none" | "busy" | "insecure" | "noDecoder" | "failed";

/** Returns why scanning failed, by the name of the error, which is in most cases an error of `getUserMedia`. */
export function cameraFailureOf(errorName: string): CameraFailure {
  switch (errorName) {
    case "NotAllowedError":
    case "PermissionDeniedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "DevicesNotFoundError":
    case "OverconstrainedError":
      return "none";
    case "NotReadableError":
    case "TrackStartError":
    case "AbortError":
      return "busy";
    case noReaderName:
      return "noDecoder";
    default:
      return "failed";
  }
}

/** Delay between the decoding of one camera frame and of the next. */
const frameMilliseconds = 150;
/** Time without a chair's code after which the page shows help (QS-1). */
const slowSearchMilliseconds = 5_000;

type CameraState =
  | { readonly kind: "off" }
  | { readonly kind: "starting" }
  | { readonly kind: "looking"; readonly isSlow: boolean }
  | { readonly kind: "failed"; readonly reason: CameraFailure };

interface Camera {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: CameraState;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * Controls the camera. `open` starts scanning, which ends when it fails, `accept` returns true for the codes of a frame,
 * `close` is called, or the page is hidden or left.
 */
export function useCamera(accept: (codes: readonly string[]) => boolean): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const stopNow = useRef<(() => void) | null>(null);
  const [state, setState] = useState<CameraState>({ kind: "off" });
  const accepting = useRef(accept);
  useEffect(() => {
    accepting.current = accept;
  });

  const close = useCallback(() => {
    stopNow.current?.();
    stopNow.current = null;
    setState({ kind: "off" });
  }, []);

  const open = useCallback(() => {
    if (!hasCameraInterface()) {
      setState({ kind: "failed", reason: window.isSecureContext ? "none" : "insecure" });
      return;
    }
    stopNow.current?.();
    let stopped = false;
    let stream: MediaStream | null = null;
    const stop = () => {
      stopped = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    stopNow.current = stop;

    async function scan(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      const element = video.current;
      if (stopped || element === null) return stop();
      const ended = () => {
        if (stopped) return;
        stop();
        setState({ kind: "failed", reason: "busy" });
      };
      // The browser ends a track if the permission is withdrawn, the camera is unplugged, or another app takes it.
      for (const track of stream.getTracks()) track.addEventListener("ended", ended);
      element.srcObject = stream;
      await element.play();
      // Loads the decoder before the page states that it is looking for a code.
      await codeReader();
      // The camera may have been closed or reopened while the decoder loaded.
      if (stopped) return;
      const since = performance.now();
      setState({ kind: "looking", isSlow: false });
      for (;;) {
        // Obtained for each frame, because a browser's detector that rejects a frame is replaced.
        const read = await codeReader();
        const codes = await read(element);
        if (stopped) return;
        if (codes.length > 0 && accepting.current(codes)) return close();
        const isSlow = performance.now() - since > slowSearchMilliseconds;
        setState((now) =>
          now.kind === "looking" && now.isSlow !== isSlow ? { kind: "looking", isSlow } : now,
        );
        await new Promise((resolve) => setTimeout(resolve, frameMilliseconds));
        if (stopped) return;
      }
    }

    setState({ kind: "starting" });
    scan().catch((error: unknown) => {
      if (stopped) return;
      stop();
      setState({ kind: "failed", reason: cameraFailureOf(error instanceof Error ? error.name : "") });
    });
  }, [close]);

  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === "hidden") close();
    };
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      stopNow.current?.();
    };
  }, [close]);

  return { video, state, open, close };
}

function hasCameraInterface(): boolean {
  try {
    return window.isSecureContext && typeof navigator.mediaDevices?.getUserMedia === "function";
  } catch {
    return false;
  }
}
