import { deviceTimeZone } from "#shared/time/date-time.ts";

/** Returns information about the browser without a call to the server (SES-1). */
export function readSystemInfo() {
  const unknown = { screen: { width: 0, height: 0 }, devicePixelRatio: 1 };
  const { screen, devicePixelRatio } = typeof window === "undefined" ? unknown : window;
  return {
    timeZone: deviceTimeZone(),
    screenWidth: screen.width,
    screenHeight: screen.height,
    pixelRatio: devicePixelRatio,
  };
}

export type SystemInfo = ReturnType<typeof readSystemInfo>;
