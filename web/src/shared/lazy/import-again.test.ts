import { expect, it } from "vitest";
import { importAgain } from "./import-again.ts";

const file = "https://chairs.example/assets/extend-button-a1_B2.js";

function failing(message: string) {
  const asked: string[] = [];
  const load = importAgain(
    () => {
      asked.push("file");
      return Promise.reject<string>(new TypeError(message));
    },
    (address) => {
      asked.push(address);
      return asked.length < 3 ? Promise.reject(new TypeError(`${message}?try=1`)) : Promise.resolve("there");
    },
  );
  return { asked, load };
}

it.each([
  `Failed to fetch dynamically imported module: ${file}`,
  `error loading dynamically imported module: ${file}`,
])("[NET-4] asks for a file that failed by another address each time: %s", async (message) => {
  const { asked, load } = failing(message);
  await expect(load()).rejects.toThrow(message);
  await expect(load()).rejects.toThrow(message);
  expect(await load()).toBe("there");
  expect(asked).toEqual(["file", `${file}?try=1`, `${file}?try=2`]);
});

it("[NET-4] asks for the file itself again where the failure does not name it", async () => {
  const { asked, load } = failing("Importing a module script failed.");
  await expect(load()).rejects.toThrow(TypeError);
  await expect(load()).rejects.toThrow(TypeError);
  expect(asked).toEqual(["file", "file"]);
});
