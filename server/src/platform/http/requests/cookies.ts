/** Returns the cookies of a Cookie header by name. */
export function cookiesOf(header: string | undefined): ReadonlyMap<string, string> {
  const pairs = (header ?? "").split(";").map((cookie) => cookie.trim().split("="));
  return new Map(pairs.map(([name = "", ...value]) => [name, value.join("=")]));
}
