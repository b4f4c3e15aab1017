import { useEffect } from "react";
import { ensureGuest } from "#platform/guest.ts";
import { useText } from "#platform/i18n.tsx";
import { relaunch, useQuery } from "#platform/navigation.ts";
import { hrefOf } from "#platform/routes.ts";
import { showToast } from "#platform/toasts.ts";
import { ChairPage } from "./chair-page.tsx";

/** As it stands on the label: capitals, no blanks around it; leading zeros count. */
export const tidyDeviceId = (given: string | null): string => (given ?? "").trim().toUpperCase();

/** `/pages/index/index`: where every chair's code leads (WHO-2). */
export default function ChairScreen() {
  const deviceId = tidyDeviceId(useQuery().get("deviceId"));
  return deviceId === "" ? <ToQuickStart /> : <ChairPage key={deviceId} deviceId={deviceId} />;
}

function ToQuickStart() {
  const { networkFailed } = useText("shared");
  useEffect(() => {
    ensureGuest().then(
      () => relaunch(hrefOf("quickStart")),
      () => showToast(networkFailed, "error"),
    );
  }, [networkFailed]);
  return null;
}
