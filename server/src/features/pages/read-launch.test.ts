import type { ContentInput } from "@reposo/contract/page-rendering.ts";
import { expect, it } from "vitest";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { systemClock } from "#platform/time/clock.ts";
import { createLog } from "#platform/logging/log.ts";
import { createLaunch } from "./read-launch.ts";

const caller: ManagerCaller = {
  kind: "manager",
  accountId: "1",
  name: "Atrium",
  permissions: ["home"],
  country: "PH",
  currency: "PHP",
  timeZone: "Asia/Manila",
  outletIds: [],
  tokenHash: Buffer.alloc(32),
};
const userInfo = { name: "Atrium" } as ContentInput["userInfo"];

it("[PERF-1] launch responds without markup if rendering or the page's call fails, and logs the reason", async () => {
  const logged: string[] = [];
  const fail = (reason: string) => (): never => {
    throw new Error(reason);
  };
  const { readLaunch } = createLaunch({
    login: { infoOf: async () => userInfo },
    renderer: {
      contentCallOf: ({ search }) => ({ method: "GET", url: search, body: null }),
      renderContent: fail("content"),
    },
    clock: systemClock,
    log: createLog("error", { write: (line) => void logged.push(line) }),
  });
  const common = { caller, language: "en_US", requestedZone: "+08:00" } as const;
  const callOperation = async ({ url }: { url: string }) => (url === "?away" ? fail("call")() : {});
  for (const request of [{ address: "/" }, { address: "/?away" }] as const)
    expect(await readLaunch({ ...common, request, callOperation })).toMatchObject({ userInfo, markup: null });
  const reasons = logged.map((line) => (JSON.parse(line) as { err: { message: string } }).err.message);
  expect(reasons).toEqual(["content", "call"]);
});
