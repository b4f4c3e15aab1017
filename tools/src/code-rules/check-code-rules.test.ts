import { describe, expect, it } from "vitest";
import type { SourceFile } from "#source-files.ts";
import { checkCodeRules } from "./check-code-rules.ts";

function file(path: string, text: string): SourceFile {
  return { path, text };
}

function messages(...files: SourceFile[]): string[] {
  return checkCodeRules(files).map((problem) => `${problem.path}:${problem.line} ${problem.message}`);
}

const orders = "server/src/features/orders";
const parentPath = ["..", "..", "platform", "clock.ts"].join("/");

/** Code that violates a rule: its path, its content, and the expected message of the rule. */
const bad: [rule: string, path: string, text: string, answer: string][] = [
  ["contract stands alone", "contract/src/a.ts", `import pg from "pg";`, "schema library and nothing else"],
  ["contract stands alone", "contract/src/a.ts", `import "node:fs";`, "schema library and nothing else"],
  [
    "contract stands alone",
    "contract/src/a.ts",
    `import { b } from "@reposo/chair/b.ts";`,
    "contract may not import chair",
  ],
  [
    "packages",
    "web/src/shared/api/a.ts",
    `import { b } from "@reposo/server/b.ts";`,
    "web may not import server",
  ],
  ["packages", "server/src/platform/a.ts", `await import("@reposo/web/b.ts");`, "server may not import web"],
  [
    "packages",
    "chair/src/a.ts",
    `import type { B } from "@reposo/server/b.ts";`,
    "chair may not import server",
  ],
  ["packages", `${orders}/a.ts`, `import { b } from "@reposo/chair/b.ts";`, "server may not import chair"],
  ["paths", `${orders}/a.ts`, `import { b } from "${parentPath}";`, "instead of ../"],
  ["barrels", `${orders}/index.ts`, `export * from "./place-order.ts";`, "instead of export *"],
  ["indexes", `${orders}/index.ts`, "export const limit = 20;", "only re-exports"],
  ["indexes", `${orders}/index.ts`, `import { a } from "./a.ts";`, "only re-exports"],
  ["indexes", `${orders}/refunds/index.ts`, `export type A = string;`, "only re-exports"],
  ["indexes", "web/src/manager/cash/index.ts", `export const a = () => import("./a.ts");`, "only re-exports"],
  ["indexes", "web/src/manager/cash/index.ts", "export function a() {}", "only re-exports"],
  [
    "layers",
    "server/src/platform/a.ts",
    `import { b } from "#features/orders/index.ts";`,
    "platform may not import features",
  ],
  [
    "layers",
    "server/src/platform/a.ts",
    `import { b } from "#chairs/index.ts";`,
    "platform may not import chairs",
  ],
  [
    "layers",
    "server/src/chairs/a.ts",
    `import { b } from "#features/orders/index.ts";`,
    "chairs may not import features",
  ],
  ["layers", `${orders}/a.ts`, `import { b } from "#app.ts";`, "features may not import app"],
  ["layers", "server/src/app.ts", `import { b } from "#demo/main.ts";`, "app may not import process"],
  ["layers", `${orders}/a.ts`, `import { b } from "#test/database.ts";`, "tests' support"],
  [
    "features",
    `${orders}/a.ts`,
    `import { b } from "#features/coupons/coupons-store.ts";`,
    "import features/coupons through its index.ts",
  ],
  [
    "features",
    "server/src/cli/a.ts",
    `import { b } from "#features/coupons/coupons-store.ts";`,
    "import features/coupons",
  ],
  [
    "features",
    "server/src/app.ts",
    `import { b } from "#features/coupons/redeem-or-release-coupon.ts";`,
    "import features/coupons",
  ],
  [
    "sub-domains",
    `${orders}/refunds/a.ts`,
    `import { b } from "#features/orders/execution/b.ts";`,
    "orders/refunds may not import orders/execution",
  ],
  [
    "sub-domains",
    `${orders}/record/a.ts`,
    `import type { B } from "#features/orders/views/b.ts";`,
    "orders/record may not import orders/views",
  ],
  [
    "sub-domains",
    `${orders}/coins/a.ts`,
    `import { b } from "#features/orders/process-payment.ts";`,
    "orders/coins may not import orders/.",
  ],
  [
    "sub-domains",
    "server/src/features/login/passwords/a.ts",
    `import { b } from "#features/login/accounts/b.ts";`,
    "login/passwords may not import login/accounts",
  ],
  [
    "sub-domains",
    `${orders}/receipts/a.ts`,
    `import { b } from "#features/orders/record/b.ts";`,
    "list orders/receipts in subDomains",
  ],
  [
    "sub-domains",
    "server/src/features/prices/create-prices.ts",
    `import { b } from "./lists/b.ts";`,
    "list prices/lists in subDomains",
  ],
  ["roles", `${orders}/orders-routes.ts`, `import { b } from "./orders-store.ts";`, "role 'store'"],
  ["roles", `${orders}/place-order.ts`, `import { b } from "./orders-routes.ts";`, "role 'routes'"],
  ["roles", `${orders}/orders-store.ts`, `import { b } from "./index.ts";`, "role 'index'"],
  ["rules", `${orders}/orders-rules.ts`, `import { b } from "./place-order.ts";`, "rules are pure"],
  ["logs", `${orders}/stop-order.ts`, `log.warn({ orderId, error }, "it failed");`, "log an error as err"],
  ["rules", `${orders}/orders-rules.ts`, `import { b } from "#platform/clock.ts";`, "rules are pure"],
  ["rules", `${orders}/orders-rules.ts`, `import { hash } from "node:crypto";`, "rules are pure"],
  ["SQL", `${orders}/place-order.ts`, `import { sql } from "#platform/postgres/sql.ts";`, "may contain SQL"],
  [
    "SQL",
    `${orders}/place-order.ts`,
    `import type { SqlQuery } from "#platform/postgres/sql.ts";`,
    "may contain SQL",
  ],
  ["SQL", `${orders}/place-order.ts`, `import type pg from "pg";`, "may contain SQL"],
  [
    "SQL",
    `${orders}/place-order.ts`,
    "await sql<{ n: number }>`SELECT 1 AS n`.execute(db);",
    "may contain SQL",
  ],
  ["SQL", `${orders}/place-order.ts`, `await tx.query("DELETE FROM orders");`, "may contain SQL"],
  ["SQL", "server/src/demo/load.ts", `import { sql } from "#platform/postgres/sql.ts";`, "may contain SQL"],
  ["SQL", "server/src/demo/load.ts", `import pg from "pg";`, "may contain SQL"],
  ["HTTP", `${orders}/place-order.ts`, `import type { FastifyInstance } from "fastify";`, "HTTP framework"],
  ["HTTP", `${orders}/place-order.ts`, `import helmet from "@fastify/helmet";`, "HTTP framework"],
  ["MQTT", `${orders}/place-order.ts`, `import mqtt from "mqtt";`, "may use MQTT"],
  ["MQTT", "server/src/platform/jobs/outbox.ts", `import { Aedes } from "aedes";`, "may use MQTT"],
  ["clock", `${orders}/place-order.ts`, "const now = new Date();", "from the clock"],
  ["clock", "server/src/platform/jobs/outbox.ts", "const now = Date.now();", "from the clock"],
  [
    "web layers",
    "web/src/ui/a.tsx",
    `import { b } from "#manager/orders/b.ts";`,
    "ui may not import manager",
  ],
  [
    "web layers",
    "web/src/shared/api/a.ts",
    `import { b } from "#manager/home/b.tsx";`,
    "shared may not import manager",
  ],
  [
    "web apps",
    "web/src/customer/chair/a.tsx",
    `import { b } from "#manager/home/b.tsx";`,
    "customer may not import manager",
  ],
  [
    "web apps",
    "web/src/manager/home/a.tsx",
    `import { b } from "#customer/chair/b.tsx";`,
    "manager may not import customer",
  ],
  [
    "web indexes",
    "web/src/customer/chair/a.tsx",
    `import { b } from "#customer/orders/b.ts";`,
    "import customer/orders through its index.ts",
  ],
  [
    "web indexes",
    "web/src/manager/home/a.tsx",
    `import B from "#manager/orders/orders-screen.tsx";`,
    "import manager/orders through its index.ts",
  ],
  [
    "web indexes",
    "web/src/server-rendering/a.tsx",
    `import { b } from "#manager/orders/b.ts";`,
    "import manager/orders through its index.ts",
  ],
  ["web fetch", "web/src/ui/a.tsx", `const answer = await fetch("/x");`, "use the network"],
  ["web fetch", "web/src/manager/orders/a.ts", `new EventSource("/x");`, "use the network"],
  ["web fetch", "web/src/ui/a.tsx", `import { call } from "#shared/api/api-client.ts";`, "ui never fetches"],
  ["web fetch", "web/src/ui/a.tsx", `import { useQuery } from "@tanstack/react-query";`, "ui never fetches"],
  ["length", "chair/src/a.ts", "x;\n".repeat(301), "301 lines, 300 at most"],
  ["length", "chair/src/a.test.ts", "x;\n".repeat(501), "501 lines, 500 at most"],
  ["names", "chair/src/string-utils.ts", "", "does not describe"],
  ["names", "server/src/platform/helpers/a.ts", "", "does not describe"],
  ["names", "web/src/shared/time/types.ts", "", "does not describe"],
  ["names", "chair/src/chairMemory.ts", "", "kebab-case"],
  [
    "random",
    `${orders}/place-order.ts`,
    "const code = Math.random();",
    "take random numbers from node:crypto",
  ],
  ["certificates", "chair/src/a.ts", "connect({ rejectUnauthorized: false });", "verify certificates"],
  ["certificates", "chair/src/a.ts", "options.rejectUnauthorized = false;", "verify certificates"],
  ["certificates", "chair/src/a.ts", `options["rejectUnauthorized"] ??= false;`, "verify certificates"],
  ["certificates", "chair/src/a.ts", `env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";`, "verify certificates"],
  ["patterns", `${orders}/order-search.ts`, "new RegExp(typed, 'i').test(name);", "as a literal"],
  ["patterns", "web/src/shared/a.ts", "const found = RegExp(`^${typed}`);", "as a literal"],
  ["unfinished", "chair/src/a.ts", `// TO${""}DO later`, "finish it"],
  ["left out", "chair/src/a.test.ts", `it.${"skip"}("x", () => {});`, "run the test"],
  ["left out", "chair/src/a.test.ts", `describe.${"only"}("x", () => {});`, "run the test"],
  ["left out", "chair/src/a.test.ts", `it.${"todo"}("x");`, "run the test"],
];

/** Valid code that is as similar as possible to the violations, so that a rule that rejects too much fails. */
const valid: [path: string, text: string][] = [
  ["contract/src/orders/orders.ts", `import { Type } from "typebox"; import { money } from "./money.ts";`],
  ["server/src/main.ts", `import { buildApp } from "#app.ts";`],
  ["server/src/app.ts", `import { registerOrdersRoutes } from "#features/orders/orders-routes.ts";`],
  [`${orders}/place-order.ts`, `import { insertOrder } from "./orders-store.ts";`],
  [`${orders}/place-order.ts`, `import { redeem } from "#features/coupons/index.ts";`],
  [`${orders}/place-order.ts`, `import { send } from "#chairs/index.ts"; new Date(0);`],
  [`${orders}/index.ts`, `export {\n  type A,\n  b,\n} from "./a.ts";\nexport type { C } from "./c.ts";\n`],
  ["chair/src/index.ts", "export const a = 1;"],
  [`${orders}/orders-routes.ts`, `import type { Order } from "./orders-store.ts"; import "fastify";`],
  [`${orders}/orders-rules.ts`, `import type { OrderStatus } from "@reposo/contract/orders/orders.ts";`],
  [`${orders}/orders-rules.ts`, `import { calendarRange } from "#platform/time/calendar.ts";`],
  [`${orders}/stop-order.ts`, `log.warn({ err: error, orderId }, "it failed");`],
  [`${orders}/coins/a.ts`, `import { b } from "#features/orders/record/b.ts"; import { c } from "./c.ts";`],
  [`${orders}/create-orders.ts`, `import { b } from "./coins/b.ts"; import { c } from "./c.ts";`],
  [`${orders}/record/a.test.ts`, `import { b } from "#features/orders/coins/b.ts";`],
  ["server/src/features/devices/page/a.ts", `import { b } from "#features/devices/devices-rules.ts";`],
  [`${orders}/orders-store.ts`, `import { sql } from "#platform/postgres/sql.ts";`],
  [`${orders}/place-order.test.ts`, `import { openTestDatabase } from "#test/database.ts"; new Date();`],
  [`${orders}/place-order.test.ts`, `import { createChair } from "@reposo/chair/virtual-chair.ts";`],
  ["server/src/platform/mqtt/embedded-broker.ts", `import { Aedes } from "aedes";`],
  ["server/src/platform/time/clock.ts", "export const now = () => new Date();"],
  ["chair/src/chair-link.ts", "wait(pauseMs * Math.random()); connect({ rejectUnauthorized: true });"],
  ["chair/src/a.ts", "options.rejectUnauthorized = true; options.rejectUnauthorized === false;"],
  ["server/src/platform/keys/identifiers.ts", "const uuid = new RegExp(uuidPattern);"],
  [`${orders}/place-order.test.ts`, "expect(text).toMatch(new RegExp(`^${orderId}`));"],
  ["tools/src/a.ts", "const rooted = new RegExp(folders.join('|')); /a|b/ instanceof RegExp;"],
  [`${orders}/place-order.ts`, "const format: RegExp = /^[a-z]+$/;"],
  ["web/src/shared/api/api-client.ts", `const answer = await fetch("/x");`],
  ["web/src/manager/home/home.tsx", `import { Figures } from "#manager/statistics/index.ts";`],
  ["web/src/manager/home/home.tsx", `import { useManager } from "#manager/shared/session/manager.ts";`],
  ["web/src/manager/manager-app.tsx", `import HomeScreen from "./home/home-screen.tsx";`],
  ["web/src/server-rendering/a.tsx", `import LoginScreen from "#manager/login/login-screen.tsx";`],
  ["web/src/manager/home/home.test.tsx", `import { bestOf } from "#manager/orders/order-days.ts";`],
  ["web/src/locales/zh_CN.ts", "x;\n".repeat(900)],
  ["chair/src/a.ts", `const bad = 'import x from "pg"; // it.${"skip"}(';`],
];

describe("code rules", () => {
  it.each(bad)("%s: rejects %s with %s", (_rule, path, text, answer) => {
    expect(messages(file(path, text)).join("\n")).toContain(answer);
  });

  it.each(valid)("accepts %s with %s", (path, text) => {
    expect(messages(file(path, text))).toEqual([]);
  });

  it("rejects import cycles of any length, including cycles of type imports", () => {
    const a = file("chair/src/a.ts", `import { b } from "./b.ts";`);
    const b = file("chair/src/b.ts", `import { c } from "#c.ts";`);
    expect(messages(a, b, file("chair/src/c.ts", `import { a } from "./a.ts";`))).toEqual([
      "chair/src/a.ts:1 import cycle: chair/src/a.ts → chair/src/b.ts → chair/src/c.ts → chair/src/a.ts",
    ]);
    expect(messages(a, b, file("chair/src/c.ts", `import type { A } from "./a.ts";`))).toHaveLength(1);
  });

  it("rejects features that use each other through different files, also by types", () => {
    const devices = file(
      "server/src/features/devices/list.ts",
      `import { a } from "#features/orders/index.ts";`,
    );
    const prices = (text: string) => file("server/src/features/prices/price-list.ts", text);
    const orders = file(
      "server/src/features/orders/place.ts",
      `import type { P } from "#features/prices/index.ts";`,
    );
    const uses = `import { d } from "#features/devices/index.ts";`;
    expect(messages(devices, orders, prices(""))).toEqual([]);
    expect(messages(devices, orders, prices(uses))).toEqual([
      "server/src/features/prices/price-list.ts:1 features use each other: devices → orders → prices → devices",
    ]);
    expect(
      messages(devices, orders, { ...prices(uses), path: "server/src/features/prices/a.test.ts" }),
    ).toEqual([]);
  });

  it("rejects values of contract modules that load the schema library in the browser's code, but no types", () => {
    const contract = [
      file("contract/src/orders.ts", `import { Amount } from "./fields.ts"; import { ids } from "./ids.ts";`),
      file("contract/src/fields.ts", `import { Type } from "typebox";`),
      file("contract/src/ids.ts", `import type { Amount } from "./fields.ts";`),
    ];
    const importing = (path: string, text: string) => messages(...contract, file(path, text));
    const module = "@reposo/contract/orders.ts";
    for (const text of [
      `import { Order } from "${module}";`,
      `import { type Order } from "${module}";`,
      `const all = await import("${module}");`,
      `import { Type } from "typebox";`,
    ])
      expect(importing("web/src/ui/list.tsx", text).join(), text).toContain("loads the schema library");
    expect(importing("web/src/ui/list.tsx", `import type { Order } from "${module}";`)).toEqual([]);
    expect(importing("web/src/ui/list.tsx", `import { ids } from "@reposo/contract/ids.ts";`)).toEqual([]);
    expect(importing("web/src/ui/list.test.tsx", `import { Order } from "${module}";`)).toEqual([]);
  });

  it("rejects two files of one package with the same name", () => {
    const twice = messages(file("chair/src/memory.ts", ""), file("chair/src/disk/memory.ts", ""));
    expect(twice).toEqual([
      "chair/src/disk/memory.ts:1 has the same name as chair/src/memory.ts, so editor tabs are ambiguous",
    ]);
  });

  it("reports the first line of an index that is not a re-export", () => {
    const index = `export {\n  a,\n} from "./a.ts";\n\nexport const limit = 20;\n`;
    expect(messages(file(`${orders}/index.ts`, index))).toEqual([
      `${orders}/index.ts:5 an index.ts only re-exports: move the rest into a file named after it`,
    ]);
  });

  it("reports the line of the violation", () => {
    const code = `// one\nimport { a } from "./a.ts";\nimport pg from "pg";\n`;
    expect(messages(file(`${orders}/place-order.ts`, code))).toEqual([
      `${orders}/place-order.ts:3 only stores and platform may contain SQL: move it to a *-store.ts`,
    ]);
  });
});
