import { areaExport } from "@reposo/contract/revenue/revenue.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { parse } from "csv-parse/sync";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import { addressOf, attempt } from "./attack-client.ts";
import type { Attack } from "./attack-world.ts";
import { type Operation, publishedOperations } from "./foreign-id-attacks.ts";
import { requireCode, requireServed } from "./refusals.ts";

/**
 * Calls every operation that writes as a page of another site would, with the victim's token. The same calls of the own
 * site must not be refused in the same way.
 */
export const callCrossSite: Attack = {
  name: "cross-site calls of every operation that writes",
  leaves: ["call.forbidden"],
  async run(world, count) {
    const { client, own, test } = world;
    const writing = (await publishedOperations(world)).filter(({ method }) => method === "POST");
    const call = ({ path }: Operation, token: string, headers: Record<string, string>, from: number) =>
      client.send({ method: "POST", path: `/api${path}`, headers, token, from });
    const ownSite = { "sec-fetch-site": "same-origin", origin: client.url };
    const { outletId } = own.outlet;
    for (const operation of writing) {
      const tokens = [
        (await makeManager(test.owner, { outletIds: [outletId] })).token,
        (await makeCustomer(test.owner)).token,
      ];
      const answers = await Promise.all(tokens.map((token) => call(operation, token, ownSite, 799)));
      for (const answer of answers) requireServed(answer);
      if (answers.every(({ code }) => code === resultCodes.permissionMissing))
        throw new Error(`${operation.id} is refused to pages of this server too`);
    }
    const crossSite = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const tokens = [own.managerToken, own.customerToken];
    return attempt(Math.max(count, tokens.length * writing.length), async (index) => {
      const operation = writing[index % writing.length] as Operation;
      const token = tokens[Math.floor(index / writing.length) % tokens.length] as string;
      const answer = await call(operation, token, crossSite, 800 + (index % 20));
      requireServed(answer);
      return answer.code !== resultCodes.permissionMissing;
    });
  },
};

/** Exports an outlet whose name is a formula; exported cells that a spreadsheet would evaluate count as accepted. */
export const exportFormulas: Attack = {
  name: "formula cells in exports",
  leaves: ["export.started"],
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
      const path = paths[index % paths.length] as string;
      const answer = await client.send({ path, from: 1000 });
      requireServed(answer);
      const { location } = answer;
      if (location === null) {
        if (!path.startsWith("//")) requireCode(answer, "ok");
        return false;
      }
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

/** Requests files outside of what the server publishes, next to files that it does publish. */
export const traverseFolders: Attack = {
  name: "path traversal",
  async run({ client }, count) {
    const page = await client.send({ path: "/", from: 1100 });
    const [asset] = /\/assets\/[\w.-]+/.exec(page.text) ?? [];
    for (const path of [asset ?? "/assets/none", "/api/docs/"])
      requireCode(await client.send({ path, from: 1100 }), "ok");
    return attempt(Math.max(count, traversals.length), async (index) => {
      const path = traversals[index % traversals.length] as string;
      const answer = await client.send({ path, from: 1100 });
      requireServed(answer);
      return answer.code === 200 || /^root:[^\n]*:0:0:|"workspaces":|"folderId":/m.test(answer.text);
    });
  },
};
