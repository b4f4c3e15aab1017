import { deviceTimeZone } from "#shared/time/date-time.ts";

export interface SystemInfo {
  readonly timeZone: string;
  readonly screenWidth: number;
  readonly screenHeight: number;
  readonly pixelRatio: number;
}

/** Information about the browser, without a call (SES-1). */
export function readSystemInfo(): SystemInfo {
  return {
    timeZone: deviceTimeZone(),
    screenWidth: window.screen.width,
    screenHeight: window.screen.height,
    pixelRatio: window.devicePixelRatio,
  };
}
