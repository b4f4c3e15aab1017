import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import { useEffect, useState } from "react";
import { ensureGuest } from "#shared/session/guest.ts";
import { relaunch, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { FailedView, LoadingView } from "#shared/app/loading-view.tsx";
import { ChairPage } from "./chair-page.tsx";

/** The page at `/pages/index/index`, the address in each chair's QR code (WHO-2). */
export default function ChairScreen() {
  const deviceId = normaliseDeviceId(useAddressQuery().get("deviceId") ?? "");
  return deviceId === "" ? <ToQuickStart /> : <ChairPage key={deviceId} deviceId={deviceId} />;
}

/** Obtains a guest token and then opens quick start, which needs the token (WHO-2). */
function ToQuickStart() {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed) return;
    let left = false;
    ensureGuest().then(
      () => left || relaunch(hrefOf("quickStart")),
      () => setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [failed]);
  return failed ? <FailedView onRetry={() => setFailed(false)} /> : <LoadingView />;
}
