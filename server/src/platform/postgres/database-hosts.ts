import pg from "pg";
import { connectionOptions } from "./deadlines.ts";
import { hasState } from "./database-errors.ts";

/** SQLSTATE read_only_sql_transaction. */
const readOnly = "25006";

const severalHosts = /^postgres(?:ql)?:\/\/(?:([^/?#@]*)@)?([^/?#@]+,[^/?#@]+)(\/[^?#]*)?(?:\?([^#]*))?$/s;

/**
 * Converts a URL with several hosts, `postgres://user@one:5432,two:5432/name`, into the other form that libpq accepts,
 * `postgres:///name?host=one,two&port=5432,5432`, because Node and the driver cannot parse the first one.
 */
export function withHostsAsParameters(text: string): string {
  const [, login, hosts, path = "/", query] = severalHosts.exec(text) ?? [];
  if (hosts === undefined) return text;
  const parameters = new URLSearchParams(query);
  const [user, password] = (login ?? "").split(/:(.*)/s).map(decodeURIComponent);
  if (user) parameters.set("user", user);
  if (password) parameters.set("password", password);
  const parts = hosts.split(",").map((one) => /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(one) ?? [one, one]);
  parameters.set("host", parts.map(([, host]) => decodeURIComponent(host ?? "")).join());
  parameters.set("port", parts.map(([, , port]) => port ?? "5432").join());
  return `postgres://${path}?${parameters.toString()}`;
}

/** Returns one connection for each host that the URL of `connection` names. */
export function hostsOf(connection: pg.ClientConfig): pg.ClientConfig[] {
  const { connectionString } = connection;
  if (!connectionString?.includes("host=")) return [connection];
  const url = new URL(connectionString);
  const hosts = url.searchParams.get("host")?.split(",") ?? [];
  if (hosts.length < 2) return [connection];
  const ports = url.searchParams.get("port")?.split(",") ?? [];
  return hosts.map((host, index) => {
    url.searchParams.set("host", host.replace(/^\[(.*)\]$/, "$1"));
    url.searchParams.set("port", ports[index] ?? ports[0] ?? "5432");
    return { ...connection, connectionString: url.href };
  });
}

/**
 * Connects to the only host, or to the first of several hosts that answers and can be written.
 * @throws an error with the SQLSTATE 25006 if hosts answer, and none of them can be written
 */
export async function connectClient(connection: pg.ClientConfig): Promise<pg.Client> {
  const hosts = hostsOf(connection);
  if (hosts.length === 1) return open(connection);
  const attempts = hosts.map(openWritable);
  try {
    const first = await Promise.any(attempts);
    for (const attempt of attempts)
      attempt.then(
        (client) => (client === first ? undefined : client.end()),
        () => {},
      );
    return first;
  } catch (error) {
    const { errors } = error as AggregateError;
    throw errors.find((one) => isReadOnlyError(one)) ?? errors[0];
  }
}

export const isReadOnlyError = (error: unknown): boolean => hasState(error, readOnly);

export async function isWritable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ writable: boolean }>(
    "SELECT current_setting('transaction_read_only') = 'off' AS writable",
  );
  return rows[0]?.writable === true;
}

async function open(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOptions, ...connection });
  // The next query reports a connection lost between queries. Without a listener, the error would end the process.
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function openWritable(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = await open(connection);
  if (await isWritable(client)) return client;
  await client.end();
  throw Object.assign(new Error("no host of the database can be written"), { code: readOnly });
}
