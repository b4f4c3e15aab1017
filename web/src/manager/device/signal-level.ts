const goodFromDbm = -75;
const fairFromDbm = -90;

/**
 * Rates a signal strength in dBm. Mobile modems connect reliably from -90 dBm; from -75 dBm, also where the signal
 * fluctuates.
 */
export const signalLevel = (dbm: number): "signalGood" | "signalFair" | "signalWeak" =>
  dbm >= goodFromDbm ? "signalGood" : dbm >= fairFromDbm ? "signalFair" : "signalWeak";
