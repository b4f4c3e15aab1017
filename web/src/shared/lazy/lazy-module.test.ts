import { expect, it } from "vitest";
import { retryableImport } from "./lazy-module.ts";

const file = "https://chairs.example/assets/extend-button-a1_B2.js";

function failing(message: string) {
  const requested: string[] = [];
  const load = retryableImport(
    () => {
      requested.push("file");
      return Promise.reject<string>(new TypeError(message));
    },
    (address) => {
      requested.push(address);
      return requested.length < 3
        ? Promise.reject(new TypeError(`${message}?try=1`))
        : Promise.resolve("loaded");
    },
  );
  return { requested, load };
}

it.each([
  `Failed to fetch dynamically imported module: ${file}`,
  `error loading dynamically imported module: ${file}`,
])("[NET-4] retries a failed file with another URL each time: %s", async (message) => {
  const { requested, load } = failing(message);
  await expect(load()).rejects.toThrow(message);
  await expect(load()).rejects.toThrow(message);
  expect(await load()).toBe("loaded");
  expect(requested).toEqual(["file", `${file}?try=1`, `${file}?try=2`]);
});

it("[NET-4] retries the same URL if the error does not contain it", async () => {
  const { requested, load } = failing("Importing a module script failed.");
  await expect(load()).rejects.toThrow(TypeError);
  await expect(load()).rejects.toThrow(TypeError);
  expect(requested).toEqual(["file", "file"]);
});
