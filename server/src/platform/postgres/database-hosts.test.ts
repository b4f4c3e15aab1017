import { expect, it } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { hostsOf } from "./database-hosts.ts";
import pg from "pg";

const addresses = (url: string | null) =>
  hostsOf({ connectionString: url ?? "" }).map((connection) => {
    const { host, port, user, password, database } = new pg.Client(connection);
    return `${user}:${password}@${host}:${port}/${database}`;
  });

it.each([
  ["postgres://u:p%40ss@one:5433,two/db?target_session_attrs=read-write", ["one:5433", "two:5432"]],
  ["postgresql://u:p%40ss@[::1]:5433,127.0.0.1:5434/db", ["::1:5433", "127.0.0.1:5434"]],
  ["postgres:///db?user=u&password=p%40ss&host=one,two&port=5433,5434", ["one:5433", "two:5434"]],
  ["postgres://u:p%40ss@one:5433/db?sslmode=disable", ["one:5433"]],
])("[READY-1] the hosts of %s are %j", (url, hosts) => {
  const { databaseUrl } = readConfig({ DATABASE_URL: url });
  expect(addresses(databaseUrl)).toEqual(hosts.map((host) => `u:p@ss@${host}/db`));
});

it("[READY-1] a DATABASE_URL for read-only servers is refused", () => {
  const url = "postgres://u@one,two/db?target_session_attrs=standby";
  expect(() => readConfig({ DATABASE_URL: url })).toThrow("target_session_attrs");
});
