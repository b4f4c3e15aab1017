import { createHash, randomUUID } from "node:crypto";
import { areaExport } from "@reposo/contract/revenue/revenue.ts";
import { parse } from "csv-parse/sync";
import { sql } from "#platform/postgres/sql.ts";
import { addressOf, attempt } from "./attack-client.ts";
import type { Attack, AttackWorld, Side } from "./attack-world.ts";

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly minLength?: number;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly fields: Readonly<Record<string, Schema>>;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Returns every operation of the server's OpenAPI document. */
export async function publishedOperations({ client }: AttackWorld): Promise<Operation[]> {
  const document = JSON.parse((await client.send({ path: "/api/openapi.json" })).text) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
      const query = parameters
        .filter((one) => one.in === "query")
        .map(({ name, schema }) => [name, schema] as const);
      const body = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {};
      return {
        method: method.toUpperCase(),
        path,
        id: operationId,
        fields: { ...Object.fromEntries(query), ...body },
      };
    }),
  );
}

/** Returns the IDs of a side by the field names that the API uses for them. */
const idsOf = ({ deviceId, orderId, outlet }: Side): Readonly<Record<string, string>> => ({
  deviceId,
  orderId,
  areaId: outlet.outletId,
  outletId: outlet.outletId,
  exceptAreaId: outlet.outletId,
  priceId: outlet.priceIds[0],
});

function valueOf(name: string, schema: Schema, ids: Readonly<Record<string, string>>): string {
  const id = ids[name];
  if (id !== undefined) return id;
  if (name.endsWith("Id")) return randomUUID();
  const [choice] =
    schema.enum ?? schema.anyOf?.flatMap((one) => (one.const === undefined ? [] : [one.const])) ?? [];
  if (choice !== undefined) return typeof choice === "string" ? choice : JSON.stringify(choice);
  if (schema.type === "integer" || schema.type === "number") return String(schema.minimum ?? 1);
  return "a".repeat(Math.max(1, Math.min(64, schema.minLength ?? 8)));
}

/** Returns data of the other side that only its own users may read. */
async function secretsOf({ test, foreign }: AttackWorld): Promise<string[]> {
  const order = await sql<{ order_number: string }>`
    SELECT order_number FROM orders
    WHERE order_id = ${foreign.orderId}`.firstRow(test.owner);
  return [order.order_number, foreign.customerId, foreign.managerToken, foreign.customerToken];
}

/** Returns a digest of all rows that belong to the other side. */
async function digestOf({ test, foreign }: AttackWorld): Promise<string> {
  const { outletId } = foreign.outlet;
  const rows = await sql`
    SELECT (SELECT jsonb_agg(o ORDER BY order_id) FROM orders o WHERE outlet_id = ${outletId}) AS orders,
      (SELECT jsonb_agg(d ORDER BY device_id) FROM device d WHERE outlet_id = ${outletId}) AS devices,
      (SELECT jsonb_agg(t) FROM outlet t WHERE outlet_id = ${outletId}) AS outlets,
      (SELECT count(*)::int FROM feedback WHERE outlet_id = ${outletId}) AS feedback,
      (SELECT count(*)::int FROM position_proposal WHERE outlet_id = ${outletId}) AS proposals`.execute(
    test.owner,
  );
  return createHash("sha256").update(JSON.stringify(rows.rows)).digest("hex");
}

/** Operations that customers may call for any chair, because any customer may order at any chair. */
const ofAnyCustomer = ["activate", "couponPrices"];

/** Calls every operation with IDs of the other outlet: as a manager, as a customer, and without a token. */
export const useForeignIds: Attack = {
  name: "foreign ids, in every operation of the OpenAPI document",
  async run(world, count) {
    const { client, own, foreign } = world;
    const operations = (await publishedOperations(world)).filter(
      ({ id }) => id !== "liveEvents" && id !== "logout",
    );
    const secrets = await secretsOf(world);
    const before = await digestOf(world);
    const callers = [own.managerToken, own.customerToken, undefined];
    const rounds = Math.max(1, Math.round(count / (operations.length * callers.length)));
    const done = await attempt(operations.length * callers.length * rounds, async (index) => {
      const operation = operations[index % operations.length] as Operation;
      const token = callers[Math.floor(index / operations.length) % callers.length];
      if (ofAnyCustomer.includes(operation.id) && token !== own.managerToken) return false;
      const fields = Object.fromEntries(
        Object.entries(operation.fields).map(([name, schema]) => [
          name,
          valueOf(name, schema, idsOf(foreign)),
        ]),
      );
      const query = operation.method === "GET" ? `?${new URLSearchParams(fields).toString()}` : "";
      const { text } = await client.send({
        method: operation.method,
        path: `/api${operation.path}${query}`,
        token,
        from: 700 + (index % 40),
        ...(operation.method === "POST" && {
          headers: { "content-type": "application/json" },
          body: JSON.stringify(fields),
        }),
      });
      return secrets.some((secret) => text.includes(secret));
    });
    return { ...done, accepted: done.accepted + ((await digestOf(world)) === before ? 0 : 1) };
  },
};

/** Calls every operation that writes as a page of another site would, with the victim's token. */
export const callCrossSite: Attack = {
  name: "cross-site calls of every operation that writes",
  async run(world, count) {
    const writing = (await publishedOperations(world)).filter(({ method }) => method === "POST");
    return attempt(Math.max(count, writing.length), async (index) => {
      const { path } = writing[index % writing.length] as Operation;
      const { code } = await world.client.send({
        method: "POST",
        path: `/api${path}`,
        headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
        token: index % 2 === 0 ? world.own.managerToken : world.own.customerToken,
        from: 800 + (index % 20),
      });
      return code !== 403;
    });
  },
};

/** Exports an outlet whose name is a formula; exported cells that a spreadsheet would evaluate count as accepted. */
export const exportFormulas: Attack = {
  name: "formula cells in exports",
  async run({ client, own }, count) {
    const exports = Math.max(1, Math.min(10, Math.ceil(count / 20)));
    let cellsRead = 0;
    let accepted = 0;
    for (let index = 0; index < exports; index += 1) {
      const fields = { areaId: own.outlet.outletId, format: "csv", range: "thisYear", rows: "devices" };
      const { text } = await client.send({
        path: `/api${areaExport.path}?${new URLSearchParams(fields).toString()}`,
        token: own.managerToken,
        from: 900,
      });
      const cells = parse(text.replace(/^\uFEFF/, ""), { relax_column_count: true }).flat();
      if (!cells.some((cell) => cell.includes("HYPERLINK")))
        throw new Error(`the export lacks the outlet: ${text}`);
      cellsRead += cells.length;
      accepted += cells.filter((cell) => /^[=+@|]|^-\D/.test(cell)).length;
    }
    return { attempts: cellsRead, accepted };
  },
};

const elsewhere = ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"];
const pages = (path: string): string[] =>
  elsewhere.flatMap((to) => [`${path}?next=${encodeURIComponent(to)}`, `${path}?redirect=${to}&url=${to}`]);

/** Requests pages with links to another origin; redirects to that origin count as accepted. */
export const redirectToForeignHost: Attack = {
  name: "open redirects",
  async run({ client }, count) {
    const paths = [
      ...["/pages/login/login", "/pages/index/index", "/"].flatMap(pages),
      "//evil.example/%2e%2e",
    ];
    return attempt(Math.max(count, paths.length), async (index) => {
      const { location } = await client.send({ path: paths[index % paths.length] as string, from: 1000 });
      if (location === null) return false;
      const { origin } = new URL(location, `http://${addressOf(0)}`);
      return origin !== `http://${addressOf(0)}`;
    });
  },
};

const traversals = [
  "/../../../../etc/passwd",
  "/assets/../../../../../etc/passwd",
  "/assets/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
  "/assets/%2e%2e/%2e%2e/%2e%2e/package.json",
  "/uploads/..%2f..%2f..%2fetc%2fpasswd",
  "/uploads/default/%2e%2e/%2e%2e/owner.lock",
  "/uploads/..%5c..%5cowner.lock",
  "/api/docs/static/..%2f..%2f..%2f..%2fpackage.json",
  "/api/docs/..%2f..%2fpackage.json",
  "/assets/%00/etc/passwd",
];

export const traverseFolders: Attack = {
  name: "path traversal",
  run: ({ client }, count) =>
    attempt(Math.max(count, traversals.length), async (index) => {
      const { text } = await client.send({
        path: traversals[index % traversals.length] as string,
        from: 1100,
      });
      return /^root:[^\n]*:0:0:|"workspaces":|"folderId":/m.test(text);
    }),
};
