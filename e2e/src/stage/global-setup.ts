import type { TestProject } from "vitest/node";
import { type ServerUnderTest, startServerUnderTest } from "./server-under-test.ts";

declare module "vitest" {
  export interface ProvidedContext {
    server: ServerUnderTest;
  }
}

/** One server, database and broker for the whole run; every test makes its own outlets, chairs and accounts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await startServerUnderTest();
  project.provide("server", server);
  return stop;
}
