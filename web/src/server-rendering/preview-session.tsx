import type { ContentInput } from "@reposo/contract/page-rendering.ts";
import type { ReactNode } from "react";
import { type ManagerState, ManagerStateProvider } from "#manager/shared/session/manager-context.ts";
import { type DisplayZone, formatInZone } from "#manager/shared/zone/display-zone.ts";
import { RenderedZoneProvider } from "#manager/shared/zone/use-zone.ts";

interface PreviewSessionProps extends Pick<ContentInput, "userInfo" | "offsetMinutes"> {
  /** Null if the page shows no labels. */
  readonly dictionary: ContentInput["dictionary"] | null;
  readonly children: ReactNode;
}

/**
 * Provides the session state for a manager page that the server renders, where the token, live events, and screen size
 * are unknown.
 */
export function PreviewSession({ userInfo, offsetMinutes, dictionary, children }: PreviewSessionProps) {
  const systemInfo = { timeZone: "", screenWidth: 0, screenHeight: 0, pixelRatio: 1 };
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
      <RenderedZoneProvider value={zoneOf(offsetMinutes, userInfo.timeZone ?? "UTC")}>
        {children}
      </RenderedZoneProvider>
    </ManagerStateProvider>
  );
}

/**
 * Returns the display zone. The name of the browser's time zone is unknown; if the account's time zone has the same
 * offset, its name is used.
 */
function zoneOf(offsetMinutes: number | null, accountZone: string): DisplayZone {
  if (offsetMinutes === null) return { kind: "account", name: accountZone };
  const now = Date.now();
  const [account, device] = [
    { kind: "account", name: accountZone } as const,
    { kind: "device", offsetMinutes, name: "" } as const,
  ].map((zone) => formatInZone(now, zone, "en_US", { dateStyle: "short", timeStyle: "short" }));
  return { kind: "device", offsetMinutes, name: account === device ? accountZone : "" };
}
