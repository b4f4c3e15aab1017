import { deviceTimeZone } from "#shared/time/date-time.ts";

export interface SystemInfo {
  readonly timeZone: string;
  readonly screenWidth: number;
  readonly screenHeight: number;
  readonly pixelRatio: number;
}

/** Returns information about the browser without a call to the server (SES-1). */
export function readSystemInfo(): SystemInfo {
  return {
    timeZone: deviceTimeZone(),
    screenWidth: window.screen.width,
    screenHeight: window.screen.height,
    pixelRatio: window.devicePixelRatio,
  };
}
