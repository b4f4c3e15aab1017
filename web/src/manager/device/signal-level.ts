const goodFromDbm = -75;
const fairFromDbm = -90;

/** Mobile modems connect reliably from -90 dBm, and from -75 dBm also where the signal varies. */
export const signalLevel = (dbm: number): "signalGood" | "signalFair" | "signalWeak" =>
  dbm >= goodFromDbm ? "signalGood" : dbm >= fairFromDbm ? "signalFair" : "signalWeak";
