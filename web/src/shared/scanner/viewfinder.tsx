import { useEffect, useMemo } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { throttle } from "#shared/time/throttle.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { ScanIcon } from "#ui/icons/icons.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { useFindChair } from "./chair-code.ts";
import { type CameraFailure, useCamera } from "./use-camera.ts";
import styles from "./viewfinder.module.css";

const failureTexts = {
  denied: "cameraDenied",
  none: "cameraNone",
  busy: "cameraBusy",
  insecure: "cameraInsecure",
  noDecoder: "noDecoder",
  failed: "cameraFailed",
} as const satisfies Record<CameraFailure, string>;

/** Minimum interval between two messages, because a code is read again in every camera frame. */
const reportMilliseconds = 3_000;

export function Viewfinder({
  onFound,
  startsAtOnce = false,
}: {
  onFound: (deviceId: string) => void;
  /** Whether the camera starts without another tap. */
  startsAtOnce?: boolean;
}) {
  const text = useText("scanning");
  const findChair = useFindChair();
  const report = useMemo(
    () => throttle((message: string) => showToast(message, "error"), reportMilliseconds),
    [],
  );
  const { video, state, open, close } = useCamera((codes) => {
    const found = findChair(codes);
    if ("deviceId" in found) onFound(found.deviceId);
    else report(text[found.problem]);
    return "deviceId" in found;
  });
  useEffect(() => {
    if (startsAtOnce) open();
  }, [startsAtOnce, open]);
  const on = state.kind === "starting" || state.kind === "looking";
  return (
    <div className="stack-3">
      <div className={styles.frame}>
        <video
          ref={video}
          className={on ? styles.video : styles.hidden}
          aria-label={text.viewfinder}
          muted
          playsInline
        />
        {on ? (
          <>
            <span className={styles.corners} aria-hidden="true" />
            <p className={styles.hint} role="status">
              {state.kind === "starting" ? text.cameraStarting : text.aimAtCode}
            </p>
          </>
        ) : (
          <Button icon={<ScanIcon />} onClick={open}>
            {text.openCamera}
          </Button>
        )}
      </div>
      {on && (
        <Button variant="quiet" onClick={close}>
          {text.closeCamera}
        </Button>
      )}
      {state.kind === "failed" && <Banner kind="warn">{text[failureTexts[state.reason]]}</Banner>}
      {state.kind === "looking" && state.isSlow && <Banner>{text.cameraNothing}</Banner>}
    </div>
  );
}
