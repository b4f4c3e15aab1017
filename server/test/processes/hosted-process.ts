import fastify from "fastify";
import { readConfig } from "#platform/config/config.ts";
import { createLog } from "#platform/logging/log.ts";
import { type AppDependencies, hostServer } from "#host.ts";
import { runProcess } from "#run-process.ts";
import { sql } from "#platform/postgres/sql.ts";
import { insertRows } from "#test/database/insert-rows.ts";

/**
 * Runs the real process with a minimal application: a page that counts its visits in the database. Prints one line of JSON
 * when it is ready.
 */
async function buildApp({ database, mqtt, publicUrl }: AppDependencies) {
  const http = fastify({ forceCloseConnections: true });
  http.get("/visits", async () => {
    await insertRows(database, "audit_entry", [
      { at: new Date(), actor: "visitor", action: "visit", subject: publicUrl },
    ]);
    const { visits } = await sql<{ visits: number }>`SELECT count(*) AS visits FROM audit_entry`.firstRow(
      database,
    );
    return { visits };
  });
  http.get("/mqtt", async () => mqtt);
  return {
    http,
    authenticateDevice: async (_deviceId: string, secret: string) => secret === "right",
    start: async () => {},
    stop: async () => {},
  };
}

// The process ends with the test runner, even if the runner is killed.
process.stdin.on("end", () => process.exit()).resume();

await runProcess(async () => {
  const config = readConfig(process.env);
  const server = await hostServer(config, { log: createLog("silent"), buildApp });
  const { url, publicUrl, mqttUrl, isNew } = server;
  process.stdout.write(`${JSON.stringify({ url, publicUrl, mqttUrl, isNew })}\n`);
  return server;
});
