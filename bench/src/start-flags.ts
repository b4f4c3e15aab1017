import { readFileSync } from "node:fs";

/** Node's flags in `npm start`, so that a benchmark measures the server as it is run. */
export function startFlags(): string[] {
  const file = new URL("../../package.json", import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, "utf8")) as { scripts: { start: string } };
  return scripts.start.split(" ").filter((word) => word.startsWith("--max-") || word.startsWith("--heap-"));
}
