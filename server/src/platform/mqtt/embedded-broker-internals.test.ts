import { readFileSync } from "node:fs";
import { Aedes } from "aedes";
import { expect, it } from "vitest";
import { supportedAedesVersion } from "./embedded-broker-internals.ts";

it("runs the version of Aedes for whose private members the patches were written", async () => {
  const packageFile = new URL(
    "package.json",
    import.meta.resolve("aedes").replace(/(\/node_modules\/aedes\/).*/, "$1"),
  );
  const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };
  expect(version).toBe(supportedAedesVersion);

  const broker = (await Aedes.createBroker()) as unknown as Record<string, never> & {
    close(done: () => void): void;
  };
  expect(broker).toMatchObject({
    mq: { _do: expect.any(Function) },
    persistence: { createRetainedStreamCombi: expect.any(Function) },
    unregisterClient: expect.any(Function),
  });
  await new Promise<void>((resolve) => broker.close(resolve));
});
