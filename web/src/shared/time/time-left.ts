/** Minutes and seconds until then, by the server's clock; null once past. Never rounds down to a false 00:00. */
export function timeLeft(endsAt: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(endsAt) - now) / 1000);
  if (!(seconds > 0)) return null;
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}
