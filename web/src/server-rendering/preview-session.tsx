import type { ContentInput } from "@reposo/contract/page-rendering.ts";
import type { ReactNode } from "react";
import { type ManagerState, ManagerStateProvider } from "#manager/shared/session/manager-context.ts";
import type { DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { RenderedZoneProvider } from "#manager/shared/zone/use-zone.ts";

interface PreviewSessionProps extends Pick<ContentInput, "userInfo" | "deviceZone"> {
  /** Null if the page shows no labels. */
  readonly dictionary: ContentInput["dictionary"] | null;
  readonly children: ReactNode;
}

/**
 * Provides the session state for a manager page that the server renders, where the token, live events, and screen size
 * are unknown.
 */
export function PreviewSession({ userInfo, deviceZone, dictionary, children }: PreviewSessionProps) {
  const systemInfo = { timeZone: "", screenWidth: 0, screenHeight: 0, pixelRatio: 1 };
  const zone: DisplayZone =
    deviceZone === null
      ? { kind: "account", name: userInfo.timeZone ?? "UTC" }
      : { kind: "device", ...deviceZone };
  const state: ManagerState = {
    token: "",
    launched: { dictionary, userInfo, systemInfo },
    userInfo,
    failed: false,
    retry: () => undefined,
    live: "connecting",
    alertCount: undefined,
  };
  return (
    <ManagerStateProvider value={state}>
      <RenderedZoneProvider value={zone}>{children}</RenderedZoneProvider>
    </ManagerStateProvider>
  );
}
