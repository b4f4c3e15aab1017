/** Thrown when the server or a command cannot start; the message is one line for the operator. */
export class StartError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Settings = ReturnType<typeof createSettings>;

/**
 * Returns functions that read and validate settings. An empty setting counts as missing; numbers may equal their
 * minimum and maximum. An invalid setting throws a StartError, whose message does not contain the value, since some
 * values are secret.
 */
export function createSettings(env: Environment) {
  const reject = (name: string, reason: string): never => {
    throw new StartError(`setting ${name} ${reason}`);
  };

  const text = (name: string): string | null => env[name]?.trim() || null;

  const integer = (name: string, fallback: number, min: number, max = 1_000_000_000): number => {
    const value = text(name);
    if (value === null) return fallback;
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max
      ? number
      : reject(name, `must be a whole number from ${min} to ${max}`);
  };

  const oneOf = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const value = text(name) ?? fallback;
    return choices.find((choice) => choice === value) ?? reject(name, `must be one of ${choices.join(", ")}`);
  };

  const flag = (name: string): boolean => oneOf(name, ["on", "off"], "off") === "on";

  const url = (name: string, protocols: readonly string[]): string | null => {
    const value = text(name);
    if (value === null) return null;
    const isValid = URL.canParse(value) && protocols.includes(new URL(value).protocol);
    return isValid
      ? value
      : reject(name, `must be an address that begins with ${protocols.join("// or ")}//`);
  };

  const login = (name: string, { username, password }: URL): { username: string; password: string } => {
    try {
      return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
    } catch {
      return reject(name, "must contain % in its user name and password as %25");
    }
  };

  const toOrigin = (name: string, value: string): string => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    const isValid = parsed && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`;
    return isValid ? parsed.origin : reject(name, "must be like https://chairs.example.com, without a path");
  };

  return {
    reject,
    text,
    /** Reads two settings of which neither is valid without the other; returns null if both are missing. */
    pair: (first: string, second: string): [string, string] | null => {
      const [one, other] = [text(first), text(second)];
      if (one === null && other === null) return null;
      if (one === null) return reject(first, `is required with ${second}`);
      if (other === null) return reject(second, `is required with ${first}`);
      return [one, other];
    },
    integer,
    oneOf,
    flag,
    url,
    /** Decodes the user name and password of a URL. */
    login,
    origin: (name: string): string | null => {
      const value = text(name);
      return value === null ? null : toOrigin(name, value);
    },
    /** Reads origins, separated by commas or white space. */
    origins: (name: string): string[] =>
      (text(name) ?? "")
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((value) => toOrigin(name, value)),
  };
}
