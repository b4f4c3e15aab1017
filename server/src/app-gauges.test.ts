import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createMetrics } from "#platform/http/metrics/metrics.ts";
import type { Database } from "#platform/postgres/database.ts";
import { addGauges } from "./app-gauges.ts";
import { alwaysReady } from "#test/clients/http-client.ts";

it("docs/operating.md lists every metric of the product", async () => {
  const metrics = createMetrics();
  addGauges(metrics, {
    gateway: { counts: () => ({ waiting: 0 }) } as unknown as Parameters<typeof addGauges>[1]["gateway"],
    liveEvents: { countStreams: () => 0 },
    // The gauge of the outbox is listed even if its value cannot be read.
    database: {} as Database,
    readiness: alwaysReady,
    queueAgeMs: async () => 0,
  });
  const served = [...(await metrics.text()).matchAll(/^# HELP (reposo_\w+)/gm)].map(([, name]) => name);
  const page = await readFile(join(import.meta.dirname, "..", "..", "docs", "operating.md"), "utf8");
  const listed = [...page.matchAll(/^\| `(reposo_\w+)[`{]/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(served));
  expect(served).toContain("reposo_outbox_jobs");
});
