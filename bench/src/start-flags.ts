import { readFileSync } from "node:fs";

/** Returns the Node flags of `npm start`, so that a benchmark measures the server under production conditions. */
export function startFlags(): string[] {
  const file = new URL("../../package.json", import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, "utf8")) as { scripts: { start: string } };
  return scripts.start.split(" ").filter((word) => word.startsWith("--max-") || word.startsWith("--heap-"));
}
